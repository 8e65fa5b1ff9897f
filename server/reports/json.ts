import type { ReportModel } from './model.ts';
import type { RenderContext } from './renderer.ts';

/** Writes the model itself, in readable lines. */
export async function renderJson(model: ReportModel, { write, progress }: RenderContext): Promise<void> {
  await write(formatModel(model));
  progress(1);
}

/** A model in the form of `report.json`. */
export function formatModel(model: ReportModel): string {
  return `${JSON.stringify(model, null, 2)}\n`;
}
