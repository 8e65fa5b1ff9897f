import type { ReportModel } from '../../../server/reports/model.ts';
import type { Renderer } from '../../../server/reports/renderer.ts';

/** Renders a model, with these bytes for evidence pictures; without bytes they are unreadable. */
export async function render(
  renderer: Renderer,
  model: ReportModel,
  picture: Buffer | null = null,
  template: Buffer | null = null,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await renderer(model, {
    openPicture: async () => picture,
    openWritten: async () => picture,
    template,
    write: async (chunk) => {
      chunks.push(Buffer.from(chunk as Uint8Array));
    },
    progress: () => {},
  });
  return Buffer.concat(chunks);
}
