import { recordingTypes } from '../../../domain/recordings/files.ts';
import { isPictureType } from '../../../domain/written-pictures.ts';

export type PreviewKind = 'image' | 'text' | 'table' | 'pdf' | 'recording' | 'bytes';

/** Takes a file with the type that the server found in its bytes, returns the kind of preview; none of them runs the file. */
export function choosePreview({
  mime_type: mimeType,
  file_name,
}: {
  mime_type: string;
  file_name: string;
}): PreviewKind {
  if (isPictureType(mimeType)) return 'image';
  if (mimeType === 'text/csv') return 'table';
  if (mimeType === 'application/pdf') return 'pdf';
  if (mimeType === 'application/gzip' && /\.cast\.gz$/i.test(file_name)) return 'recording';
  if (mimeType === recordingTypes.cast || mimeType === recordingTypes.typescript) return 'recording';
  if (mimeType.startsWith('text/') || /^application\/(json|xml|yaml)$/.test(mimeType)) return 'text';
  return 'bytes';
}

/** Rows of a CSV text within limits; quotes as in RFC 4180; separated by `;` or tab if the first line has more of them. */
export function parseCsv(text: string, most: { rows: number; columns: number }): string[][] {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => firstLine.split(separator).length;
  const separator = [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    if (row.length < most.columns) row.push(cell);
    cell = '';
  };
  for (let index = 0; index < text.length && rows.length < most.rows; index += 1) {
    const character = text[index] as string;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index += 1;
      endCell();
      rows.push(row);
      row = [];
    } else cell += character;
  }
  if (rows.length < most.rows && (cell !== '' || row.length > 0)) {
    endCell();
    rows.push(row);
  }
  return rows;
}

/** A hex dump: offset, sixteen bytes, and their ASCII characters. */
export function formatHex(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0'));
    const ascii = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    const halves = `${hex.slice(0, 8).join(' ')}  ${hex.slice(8).join(' ')}`;
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${halves.padEnd(49)} ${ascii}`);
  }
  return lines.join('\n');
}
