import type { Mission } from '../../../../server/missions/contract.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { ReportWriter } from './report-record.ts';

/** What the page of a report gives to what opens beside it. */
export type ReportPageContext = {
  report: Report;
  mission: Mission | null;
  writer: ReportWriter;
  /** Whether this person may write it. */
  isOpen: boolean;
};
