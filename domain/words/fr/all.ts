import type { all as english } from '../en/all.ts';
import type { Translated } from '../translate.ts';
import { reportParts } from './report-parts.ts';
import { reportSheets } from './report-sheets.ts';
import { reports } from './reports.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';

export const all: { readonly [Room in keyof typeof english]: Translated<(typeof english)[Room]> } = {
  ...screens,
  command: {},
  problems: {},
  report_parts: reportParts,
  report_sheets: reportSheets,
  reports,
  shell,
};
