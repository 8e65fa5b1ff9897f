import { toCsvLine } from '../../../csv.ts';
import { findStart, listRuns, type MissionRun } from '../../exercise/runs.ts';
import type { MissionWriter } from '../../format.ts';
import { columns } from './columns.ts';

/** Characters of a cell: Ghostwriter refuses a log with a longer one. */
const longestCell = 131_072;
const rest = ' … (cut off here: a cell of Ghostwriter takes no more)';

/** Writes an entry for each run, without a byte order mark, which Ghostwriter would take as part of the first column's name. */
export const ghostwriterWriter: MissionWriter = {
  write: async function* (mission) {
    const rows = listRuns(mission).map((run) => toCsvLine(writeEntry(run).map(cut)));
    yield { name: 'ghostwriter.csv', content: [toCsvLine(columns), ...rows].join('') };
  },
};

/** In column order. */
function writeEntry({ test, run, number }: MissionRun): string[] {
  const start = findStart(run) ?? '';
  return [
    `${test.sourceId}/${number}`,
    writeTime(start),
    writeTime(run.ended_at ?? start),
    run.source_host ?? '',
    run.target_host ?? '',
    '',
    run.target_user ?? '',
    run.command ?? '',
    test.name,
    run.output ?? '',
    run.red_comment ?? '',
    run.operator ?? '',
    [...test.catalog_tags, ...test.tags].map(writeTag).join(', '),
  ];
}

function writeTime(at: string): string {
  return at.replace('T', ' ').replace(/(?:\.000)?Z$/, '+00:00');
}

function writeTag(tag: string): string {
  const plain = tag.replaceAll('"', "'");
  return /[,\s]/.test(plain) ? `"${plain}"` : plain;
}

/** The apostrophe before a formula counts too. */
function cut(text: string): string {
  if (text.length < longestCell) return text;
  return text.slice(0, longestCell - 1 - rest.length).toWellFormed() + rest;
}
