import type { ReportFormat } from '../../domain/reports.ts';
import type { Renderer } from './renderer.ts';

/** The renderer of each format, loaded on demand to save time and memory. The PDF renderer writes HTML for printing. */
export const renderers: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  docx: async () => (await import('./docx/render.ts')).renderDocx,
  xlsx: async () => (await import('./sheets/xlsx.ts')).renderXlsx,
  csv: async () => (await import('./sheets/csv.ts')).renderCsv,
  html: async () => (await import('./html/document.ts')).renderHtml,
  pdf: async () => (await import('./html/document.ts')).renderForPrint,
  json: async () => (await import('./json.ts')).renderJson,
};
