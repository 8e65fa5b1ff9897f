import type { ReportEvidence, ReportModel } from './model.ts';

/** Input of a renderer besides the model. It knows no database, no folder and no clock. */
export type RenderContext = {
  /**
   * The bytes of an evidence picture, compared with their digest; null when they are missing, damaged, or too large for a report.
   */
  openPicture(evidence: ReportEvidence): Promise<Buffer | null>;
  /** For Word: a validated custom template, null for Damson's own. */
  template: Buffer | null;
  /** Appends to the file; resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Progress from 0 to 1. */
  progress(share: number): void;
};

/**
 * Renders a model in one format. It runs in a separate thread, which ends when it throws and may be ended at any time. The same
 * model gives the same bytes.
 */
export type Renderer = (model: ReportModel, context: RenderContext) => Promise<void>;

/**
 * Prints an HTML file from the PDF renderer to a new PDF file. It runs in the server's thread. Refuses `no_browser` without a
 * browser, and stops, leaving no process behind, when `stop` is aborted.
 */
export type PdfPrinter = (htmlFile: string, pdfFile: string, stop: AbortSignal) => Promise<void>;
