import type { Mission } from '../../../../server/missions/contract.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { ReportWriter } from './report-record.ts';

/** Context of a report's page for its side panels. */
export type ReportPageContext = {
  report: Report;
  mission: Mission | null;
  writer: ReportWriter;
  /** Whether this person may write the report. */
  isOpen: boolean;
};
