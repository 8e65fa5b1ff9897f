import type { Mission } from '../../../../server/missions/contract.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { LastWrite } from '../../../ui/record/changed-by.tsx';
import type { ReportField, ReportWriter } from './report-record.ts';
import type { Preview } from './use-preview.ts';

export type ReportViewProps = {
  report: Report;
  mission: Mission | null;
  /** Whether this person may write the report. */
  isOpen: boolean;
  words: Readonly<Record<ReportField, string>>;
  writer: ReportWriter;
  lastWrite: (field: ReportField) => LastWrite;
  onCompare: (field: ReportField) => void;
  preview: Preview;
  /** Whether fields and preview fit side by side. */
  isWide: boolean;
  showsPreview: boolean;
  /** Each is null when unavailable. */
  onPreview: (() => void) | null;
  onIssue: (() => void) | null;
  /** Starts a draft with the same content that withholds words and files. */
  onSanitise: (() => void) | null;
  onDelete: (() => void) | null;
  onVerify: () => void;
};
