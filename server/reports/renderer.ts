import type { ReportEvidence, ReportModel } from './model.ts';

/** Input of a renderer beside the model. It knows no database, no folder and no clock. */
export type RenderContext = {
  /**
   * The bytes of a picture among the evidence, compared with their digest; null where there are none, where they are damaged, or
   * where they are larger than a report takes.
   */
  openPicture(evidence: ReportEvidence): Promise<Buffer | null>;
  /** For Word: a template of somebody's own that was judged, null for Damson's. */
  template: Buffer | null;
  /** Appends to the file; resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** How far it is, from 0 to 1. */
  progress(share: number): void;
};

/**
 * Says a model in one format. It runs in a thread of its own, which ends with what it throws and may be ended at any time. The
 * same model gives the same bytes.
 */
export type Renderer = (model: ReportModel, context: RenderContext) => Promise<void>;

/**
 * Prints a file of HTML, that of the renderer of PDFs, as a PDF to another, which doesn't exist yet. It runs in the server's thread. Refuses
 * `no_browser` where there is nothing to print with, and gives up, leaving no process behind, when `stop` is aborted.
 */
export type PdfPrinter = (htmlFile: string, pdfFile: string, stop: AbortSignal) => Promise<void>;
