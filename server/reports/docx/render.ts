import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { DomainError, type FieldError } from '../../errors.ts';
import { readProgramFile } from '../../program.ts';
import type { ReportModel } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { settleZip } from '../zip.ts';
import { toData } from './data.ts';
import { fillTemplate, listTags } from './fill.ts';
import { listLostTags } from './lint/tags.ts';
import { addLists } from './numbering.ts';
import { ownTemplates } from './own-template.ts';
import { setProperties } from './package-properties.ts';

/** The heading colour in Damson's own template, replaced by the organisation's accent. */
const ownAccent = /1F3A5F/g;

/**
 * Writes a model as a Word document. Refuses `rendering_failed` a custom template that can't be filled, or names unknown fields.
 */
export async function renderDocx(
  model: ReportModel,
  { openPicture, template, write, progress }: RenderContext,
): Promise<void> {
  const fill = async (given: Buffer): Promise<Buffer> => {
    const named = new Set((await listTags(given)).map(({ name }) => name));
    const data = await toData(model, openPicture, named);
    progress(0.3);
    return fillTemplate(given, data);
  };
  const document =
    template === null
      ? await fill(
          colour(await readProgramFile(ownTemplates[model.report.language ?? 'en']), model.brand.accent),
        )
      : await fillGiven(template, fill);
  progress(0.9);
  await write(
    settleZip(document, (files) => {
      addLists(files);
      setProperties(files, model);
    }),
  );
  progress(1);
}

async function fillGiven(template: Buffer, fill: (template: Buffer) => Promise<Buffer>): Promise<Buffer> {
  try {
    refuseLost(await listLostTags(template));
    return await fill(template);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const why = error instanceof Error ? error.message.slice(0, 300) : 'it can’t be filled';
    throw new DomainError('rendering_failed', `The template can't be filled with this report: ${why}`);
  }
}

const mostNamed = 5;

/** Names in templates change with versions of Damson, and an unknown one would be left empty. */
function refuseLost(faults: readonly FieldError[]): void {
  if (faults.length === 0) return;
  const named = faults.slice(0, mostNamed).map(({ path, message }) => `${path} ${message}`);
  const rest = faults.length > mostNamed ? [`and ${faults.length - mostNamed} more`] : [];
  throw new DomainError(
    'rendering_failed',
    `The Word template does not fit this version of Damson: ${[...named, ...rest].join('; ')}. Correct it and upload it again, or choose another`,
  );
}

function colour(template: Buffer, accent: string | null): Buffer {
  if (accent === null || !isReadable(accent)) return template;
  const files = unzipSync(template);
  for (const name of ['word/styles.xml', 'word/document.xml']) {
    const xml = files[name];
    if (xml !== undefined) files[name] = strToU8(strFromU8(xml).replace(ownAccent, accent.slice(1)));
  }
  return Buffer.from(zipSync(files));
}

/** Whether text in this colour is readable on white: a contrast of 4.5, as required by WCAG. */
function isReadable(accent: string): boolean {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(accent)?.slice(1);
  if (parts === undefined) return false;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5;
}
