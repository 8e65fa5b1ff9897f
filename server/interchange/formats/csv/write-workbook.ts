import { toTextSheet, writeWorkbook } from '../../../reports/sheets/workbook.ts';
import type { MissionWriter } from '../../format.ts';
import { listFindingRows } from './findings.ts';
import { listTestRows } from './write.ts';

/** Writes tests and findings of a mission as a workbook. Tests come first: readers of tables take the first sheet. */
export const workbookWriter: MissionWriter = {
  write: async function* (mission) {
    const content = await writeWorkbook([
      toTextSheet('Tests', listTestRows(mission)),
      toTextSheet('Findings', listFindingRows(mission)),
    ]);
    yield { name: 'mission.xlsx', content: Buffer.from(content) };
  },
};
