import { reportHints } from '../report-hints.ts';

export const rooms = { report_hints: reportHints };
