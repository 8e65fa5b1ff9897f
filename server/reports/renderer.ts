import type { ReportEvidence, ReportModel } from './model.ts';

/** Input of a renderer besides the model. Gives no access to the database, the data folder or the clock. */
export type RenderContext = {
  /**
   * An evidence picture with as many pixels as a page shows, its file compared with its digest; null when that is missing, damaged, or
   * too large for a report.
   */
  openPicture(evidence: ReportEvidence): Promise<Buffer | null>;
  /** The same for a picture that a text shows. */
  openWritten(evidence: ReportEvidence): Promise<Buffer | null>;
  /** For Word: a validated custom template, null for Damson's own. */
  template: Buffer | null;
  /** Appends to the file; resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Progress from 0 to 1. */
  progress(share: number): void;
};

/**
 * Renders a model in one format. Runs in a separate thread, which ends on an error and may be ended at any time. The same model
 * gives the same bytes.
 */
export type Renderer = (model: ReportModel, context: RenderContext) => Promise<void>;

/**
 * Prints an HTML file from the PDF renderer to a new PDF file, in the server's thread. Refuses `no_browser` without a browser,
 * and stops, leaving no process behind, when `stop` is aborted.
 */
export type PdfPrinter = (htmlFile: string, pdfFile: string, stop: AbortSignal) => Promise<void>;

/** For the reader of a printed file: how many of its characters no typeface of the machine has. */
export type Printed = { missingGlyphs: number };

/** The same for a whole report, from the file of the PDF renderer. */
export type ReportPrinter = (...args: Parameters<PdfPrinter>) => Promise<Printed>;
