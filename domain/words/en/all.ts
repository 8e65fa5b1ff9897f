import { command } from './command.ts';
import { problems } from './problems.ts';
import { reportParts } from './report-parts.ts';
import { reportSheets } from './report-sheets.ts';
import { reports } from './reports.ts';
import { type KeysOf, screens } from './screens.ts';
import { shell } from './shell.ts';

export const all = {
  ...screens,
  command,
  problems,
  report_parts: reportParts,
  report_sheets: reportSheets,
  reports,
  shell,
} as const;

export type AnyKey = KeysOf<typeof all>;
