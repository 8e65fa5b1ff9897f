import { ImportRefusal } from '../format.ts';
import { parseJson } from '../reading/json.ts';
import { isRow, list, type Row } from './values.ts';

/** Takes JSON text, returns its objects: those of one array, of an answer that wraps one, or one after another. */
export function readDocuments(text: string): Row[] {
  const found = splitDocuments(text).flatMap((document) => list(parseJson(document)));
  return found.filter(isRow).flatMap((row) => {
    const hits = isRow(row.hits) ? row.hits.hits : undefined;
    const wrapped = hits ?? row.value ?? row.results ?? row.resources ?? row.detections;
    return Array.isArray(wrapped) ? wrapped.filter(isRow) : [row];
  });
}

/** The texts of JSON values that follow one another. */
function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '{' || sign === '[') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) documents.push(text.slice(start, at + 1));
      if (depth < 0) break;
    }
  }
  if (depth !== 0) throw new ImportRefusal('The file is not valid JSON, or it ends too early');
  return documents;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
