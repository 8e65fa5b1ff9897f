import type { ReportFormat, ReportKind, ReportStatus } from '../../../domain/reports.ts';

export interface ReportTables {
  reports: {
    id: string;
    mission_id: string;
    kind: ReportKind;
    /** A kind from after the first schema, whose check of `kind` doesn't allow it; `kind` is `technical` then. */
    later_kind: ReportKind | null;
    title: string;
    status: ReportStatus;
    options_json: string;
    /** Texts of the lead, by section key. */
    texts_json: string;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    /** These five are set when the report is issued. */
    issued_by: string | null;
    issued_at: string | null;
    model_sha256: string | null;
    history_seq: number | null;
    history_hash: string | null;
    /** Set for a custom template; if that is deleted, name and digest remain. */
    template_id: string | null;
    template_name: string | null;
    template_sha256: string | null;
    /** Whether it was last written by somebody who sees hidden tests. */
    of_whole: 0 | 1 | null;
    /** Tests that were hidden when it was issued, a list of ids; null if none was. */
    hidden_json: string | null;
  };
  /** Word templates. */
  report_templates: {
    id: string;
    name: string;
    name_key: string;
    size: number;
    sha256: string;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    content: Buffer;
  };
  /** Files stored with an issued report. */
  report_files: {
    id: string;
    report_id: string;
    mission_id: string;
    format: ReportFormat;
    size: number;
    sha256: string;
    created_at: string;
  };
}
