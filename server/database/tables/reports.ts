import type { ReportFormat, ReportKind, ReportStatus } from '../../../domain/reports.ts';

export interface ReportTables {
  reports: {
    id: string;
    mission_id: string;
    kind: ReportKind;
    title: string;
    status: ReportStatus;
    options_json: string;
    /** Texts of the lead, by the key of the section. */
    texts_json: string;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    /** These five are of an issued one. */
    issued_by: string | null;
    issued_at: string | null;
    model_sha256: string | null;
    history_seq: number | null;
    history_hash: string | null;
    /** These are of one with a template of the users'; the template may be gone, which leaves name and digest. */
    template_id: string | null;
    template_name: string | null;
    template_sha256: string | null;
  };
  /** Templates for Word. */
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
  /** Files that an issued report keeps. */
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
