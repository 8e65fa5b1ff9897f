import { type ImportReader, ImportRefusal, type Recognised } from '../format.ts';
import { readers } from '../formats/readers.ts';
import { isNoise } from '../reading/noise.ts';
import { listObjects, readShape } from '../reading/shape.ts';
import { isObject } from '../reading/values.ts';
import type { OpenedSource, StoredMember } from '../staging/source.ts';

/** Bytes read of an archive member, and of a single file, which may have its distinctive fields at the end. */
const beginning = { ofMember: 64 * 1024, ofFile: 4 * 1024 * 1024 };
const mostMembers = 4000;
const mostBytes = 64 * 1024 * 1024;

/**
 * Returns the format of a source: that of a whole archive, else the format of most files, unless another format found includes
 * it. Refuses (`ImportRefusal`) an unknown source, with a guess at its kind.
 */
export async function recognise(source: OpenedSource): Promise<ImportReader> {
  const beginnings = await readBeginnings(source);
  const found = readers.map((reader): [ImportReader, Recognised] => [
    reader,
    reader.recognise(source, beginnings),
  ]);
  const sure = found.filter(([, how]) => how === 'yes').map(([reader]) => reader);
  const [first, ...others] = sure;
  if (first !== undefined) return others.length === 0 ? first : pickMost(sure, beginnings);
  const likely = found.find(([, how]) => how === 'maybe');
  if (likely === undefined) throw new ImportRefusal(explain(source, beginnings));
  return likely[0];
}

function pickMost(sure: readonly ImportReader[], beginnings: ReadonlyMap<string, string>): ImportReader {
  const whole = sure.find((reader) => reader.claims === undefined);
  if (whole !== undefined) return whole;
  const outranked = new Set(sure.flatMap((reader) => reader.outranks ?? []));
  const counted = sure
    .filter(({ format }) => !outranked.has(format))
    .map((reader) => ({
      reader,
      count: [...beginnings].filter(([name, text]) => reader.claims?.(name, text)).length,
    }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).reader;
}

async function readBeginnings({ members, isArchive }: OpenedSource): Promise<Map<string, string>> {
  const beginnings = new Map<string, string>();
  let bytes = 0;
  for (const member of members) {
    if (isArchive && isNoise(member.name)) continue;
    const text = await readBeginning(member, isArchive ? beginning.ofMember : beginning.ofFile);
    beginnings.set(member.name, text);
    bytes += text.length;
    if (bytes > mostBytes || beginnings.size >= mostMembers) break;
  }
  return beginnings;
}

async function readBeginning(member: StoredMember, most: number): Promise<string> {
  const bytes = member.size <= most ? await member.read() : await readFirst(member, most);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

async function readFirst(member: StoredMember, most: number): Promise<Buffer> {
  const stream = await member.stream();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

const none = 'None of the formats that are read here recognises it';

/** Guess at an unknown file. */
function explain({ isArchive, members }: OpenedSource, beginnings: ReadonlyMap<string, string>): string {
  if (beginnings.size === 0)
    return 'None of the formats that are read here recognises it: the archive holds nothing but texts, pictures and programs';
  if (isArchive) {
    const names = [...[...beginnings.keys()].slice(0, 3), ...(beginnings.size > 3 ? ['…'] : [])].join(', ');
    return `None of the formats that are read here recognises it: none of its files is of one of them (${names})`;
  }
  const [[name, text] = ['', '']] = beginnings;
  if (members[0]?.size === 0 || text.trim() === '') return 'The file is empty';
  const isMarkup = /\.(?:json|ya?ml)$/i.test(name);
  if (!isMarkup) return none;
  if (/"type"\s*:\s*"bundle"/.test(text) && /"attack-pattern"|"x-mitre-/.test(text)) {
    return 'It is a bundle of ATT&CK: the catalogue takes it, not an import';
  }
  const objects = listObjects(text);
  if (/\.json$/i.test(name) && !isWholeJson(text))
    return 'None of the formats that are read here recognises it: it is not valid JSON, or it ends too early';
  if (readShape(text).length === 0)
    return 'None of the formats that are read here recognises it: it is not valid YAML or JSON';
  const fields = [...new Set(objects.flatMap((object) => Object.keys(object)))].slice(0, 8);
  if (objects.some((object) => isObject(object)) && fields.length > 0) {
    const named = fields.map((field) => field.slice(0, 40)).join(', ');
    return `None of the formats that are read here recognises it: it has the fields ${named}`;
  }
  return none;
}

function isWholeJson(text: string): boolean {
  if (text.length >= beginning.ofFile) return true;
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}
