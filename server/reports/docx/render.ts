import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';
import { DomainError, type FieldError } from '../../errors.ts';
import { readProgramFile } from '../../program.ts';
import type { ReportModel } from '../model.ts';
import type { RenderContext } from '../renderer.ts';
import { ZipWriter } from '../zip.ts';
import type { Asides } from './asides.ts';
import { Captions } from './captions.ts';
import { keepReached } from './contents.ts';
import { ContentsField } from './contents-field.ts';
import { toData } from './data.ts';
import { removeCharts } from './empty-charts.ts';
import { templateFields } from './fields.ts';
import { type Filled, fillTemplate, listTags } from './fill.ts';
import { listLostTags } from './lint/tags.ts';
import { pictureTypes } from './media.ts';
import { addNumbering, change, Lists } from './numbering.ts';
import { ownTemplates } from './own-template.ts';
import { setProperties } from './package-properties.ts';
import { openWrittenPictures } from './written-pictures.ts';

/** The heading colour in Damson's own template, replaced by the organisation's accent. */
const ownAccent = /1F3A5F/g;

/**
 * Writes a model as a Word document, test by test. Refuses `rendering_failed` a custom template that can't be filled, or names
 * unknown fields.
 */
export async function renderDocx(
  model: ReportModel,
  { openPicture, openWritten, template, write, progress }: RenderContext,
): Promise<void> {
  const zip = new ZipWriter(write);
  const fill = async (given: Buffer): Promise<Filled> => {
    const named = new Set((await listTags(given)).map(({ name }) => name));
    const data = await toData(model, openPicture, named, (share) => progress(0.9 * share));
    const empty = templateFields.charts.filter((name) => (data[name] ?? null) === null);
    const prepared = prepare(given, model, empty);
    // Programs tell a document by the first file in it.
    await zip.add(first, [unzipSync(prepared)[first] ?? new Uint8Array()]);
    return fillTemplate(prepared, data, {
      keep: (path, bytes) => zip.add(path, [bytes]),
      pictures: openWrittenPictures(model, openWritten),
    });
  };
  const filled =
    template === null
      ? await fill(
          colour(await readProgramFile(ownTemplates[model.report.language ?? 'en']), model.brand.accent),
        )
      : await fillGiven(template, fill);
  progress(0.9);
  await writeFiles(filled, zip);
  await zip.finish();
  progress(1);
}

/** Everything besides the content, and no charts that would have none. */
function prepare(template: Buffer, model: ReportModel, emptyCharts: readonly string[]): Buffer {
  const files = unzipSync(template);
  removeCharts(files, emptyCharts);
  setProperties(files, model);
  addNumbering(files);
  addTypes(files);
  return Buffer.from(zipSync(files));
}

function addTypes(files: Unzipped): void {
  change(files, '[Content_Types].xml', (text) =>
    pictureTypes.reduce(
      (written, { type, extension }) =>
        new RegExp(`Extension="${extension}"`, 'i').test(written)
          ? written
          : written.replace(
              /<Types\b[^>]*>/,
              (start) => `${start}<Default Extension="${extension}" ContentType="${type}"/>`,
            ),
      text,
    ),
  );
}

const first = '_rels/.rels';
const body = 'word/document.xml';

async function writeFiles({ document, asides, places }: Filled, zip: ZipWriter): Promise<void> {
  const files = unzipSync(document);
  const lists = new Lists();
  const { [body]: text, [first]: _, ...others } = files;
  const pieces = fillContents(strFromU8(text ?? new Uint8Array()), others['word/styles.xml'], asides);
  await zip.add(body, finishPieces(pieces, places, lists));
  lists.addTo(others);
  for (const [name, content] of Object.entries(others)) {
    if (!name.endsWith('/')) await zip.add(name, [content]);
  }
}

/** The pieces of a document, whose contents of Word or LibreOffice have an entry for each of its headings. */
function* fillContents(text: string, styles: Uint8Array | undefined, asides: Asides): Generator<string> {
  const contents = ContentsField.open(text, styles);
  if (contents === null) {
    yield* asides.expand(text);
    return;
  }
  for (const piece of asides.expand(text)) contents.read(piece);
  for (const piece of asides.expand(contents.fill(text))) yield contents.mark(piece);
}

function* finishPieces(
  pieces: Iterable<string>,
  places: ReadonlySet<string>,
  lists: Lists,
): Generator<string> {
  const captions = new Captions();
  for (const piece of pieces) yield keepReached(captions.number(lists.number(piece)), places);
}

async function fillGiven(template: Buffer, fill: (template: Buffer) => Promise<Filled>): Promise<Filled> {
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

/** Names change between versions of Damson, and an unknown one would stay empty. */
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
