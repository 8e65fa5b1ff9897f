import { listReplay, stepTable } from '../../content/replay.ts';
import { listSaid } from '../../content/words.ts';
import { type Part, writeFieldsOf } from '../report.ts';
import { toPart } from './tlpt.ts';

export const replay: Part = (report) => {
  const said = listSaid(listReplay(report));
  return said.length === 0 ? null : writeFieldsOf(report, said);
};

export const replaySteps = toPart(stepTable);
