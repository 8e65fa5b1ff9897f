import { reportSanitised } from '../report-sanitised.ts';

export const rooms = { report_sanitised: reportSanitised };
