import type { FieldError } from '../../../errors.ts';
import { judgeContentTypes, judgeFormulas, judgeReferences, judgeRelations, readXml } from './references.ts';
import { readZip, ZipRefused } from './unzip.ts';

const oddParts =
  /vbaProject|externalLinks|connections|queryTables|embeddings|activeX|ctrlProps|webextensions/i;
const readParts = /\.(?:xml|rels|png|jpe?g|gif)$/i;
/** Allowed relationship types, by their last word. */
const oddRelations =
  /external|ole|connection|queryTable|activeX|control|ctrlProp|vba|macro|webextension|attached|hyperlink/i;
const oddElements =
  /<(?:[\w.-]+:)?(ddeLink|oleLink|externalBook|externalReferences?|oleObjects?|controls?|webPublishItems?|connections?|queryTable|dbPr|webPr|object|altChunk|HyperlinkBase)\b/;

const kinds = { has: (kind: string) => kind !== '' && !oddRelations.test(kind) };

/** Faults of a chart's workbook: it must hold numbers, and refer to nothing outside. */
export function* judgeWorkbook(path: string, content: Buffer): Generator<FieldError> {
  try {
    for (const [name, inside] of readZip(content, { entries: 100, bytes: 8 * 1024 * 1024 })) {
      const say = (message: string): FieldError => ({ path, message: `${name} of its workbook ${message}` });
      if (oddParts.test(name) || !readParts.test(name)) {
        yield { path, message: `holds ${name}, which the workbook of a chart may not have` };
      } else if (/\.(?:xml|rels)$/i.test(name))
        for (const message of judgePart(name, inside)) yield say(message);
    }
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error;
    yield { path, message: error.message };
  }
}

function* judgePart(name: string, content: Buffer): Generator<string> {
  const { text, fault } = readXml(content);
  if (fault !== null) {
    yield fault;
    return;
  }
  if (/\.rels$/i.test(name)) yield* judgeRelations(text, kinds, () => false);
  if (/^\[content_types\]/i.test(name)) yield* judgeContentTypes(text);
  yield* judgeReferences(text);
  yield* judgeFormulas(text);
  const element = oddElements.exec(text)?.[1];
  if (element !== undefined) yield `has ${element}, which brings in what is not in it`;
}
