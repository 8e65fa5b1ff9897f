import { type Recording, RecordingBuilder } from './recording.ts';

/** Takes a typescript of `script`, returns it without its first and last line, which are no output. */
function withoutFrame(bytes: Uint8Array): { head: string; body: Uint8Array } {
  const start = new TextDecoder().decode(bytes.subarray(0, 1000));
  const isFramed = /^Script started on /.test(start);
  const end = isFramed ? bytes.indexOf(0x0a) + 1 : 0;
  return { head: isFramed ? (start.split('\n', 1)[0] as string) : '', body: bytes.subarray(end) };
}

/**
 * Reads a typescript with the file of its times, classic or advanced, as far as they go. Its times count bytes of the output, and
 * those of the input too where both are in one file.
 */
export function readTypescript(bytes: Uint8Array, timing: string): Recording {
  const { head, body } = withoutFrame(bytes);
  const lines = timing.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.map(readEntry);
  const entered = new Map(
    entries.flatMap((entry) => (entry?.kind === 'H' ? [[entry.name, entry.value]] : [])),
  );
  const size = (name: string) =>
    Number(new RegExp(`\\b${name}="(\\d{1,6})"`).exec(head)?.[1] ?? entered.get(name));
  const builder = new RecordingBuilder(size('COLUMNS'), size('LINES'));
  const count = (kinds: string) =>
    entries.reduce((sum, entry) => sum + (entry !== null && kinds.includes(entry.kind) ? entry.bytes : 0), 0);
  const holdsInput = count('I') > 0 && body.length >= count('OI');
  const decoder = new TextDecoder();
  let place = 0;
  for (const entry of entries) {
    if (entry === null) builder.unread += 1;
    else {
      builder.pass(entry.delay);
      const end = place + entry.bytes;
      if (entry.kind === 'O') builder.write(decoder.decode(body.subarray(place, end), { stream: true }));
      if (entry.kind === 'O' || (entry.kind === 'I' && holdsInput)) place = Math.min(end, body.length);
      if (entry.kind === 'S' && entry.rows > 0) builder.resize(entry.columns, entry.rows);
    }
  }
  return builder.finish();
}

type Entry = {
  kind: string;
  delay: number;
  bytes: number;
  name: string;
  value: string;
  columns: number;
  rows: number;
};

function readEntry(line: string): Entry | null {
  const found = /^(?:([OIHS]) )?(\d{1,9}(?:\.\d{1,9})?) (.+)$/.exec(line.trim());
  if (found === null) return null;
  const [, kind = 'O', delay, rest = ''] = found;
  const blank = { kind, delay: Number(delay), bytes: 0, name: '', value: '', columns: 0, rows: 0 };
  if (kind === 'H') {
    const [name = '', value = ''] = rest.split(/ (.*)/s);
    return { ...blank, name, value };
  }
  if (kind === 'S') {
    const [, rows, columns] = /^SIGWINCH ROWS=(\d{1,6}) COLS=(\d{1,6})$/.exec(rest) ?? [];
    return { ...blank, rows: Number(rows ?? 0), columns: Number(columns ?? 0) };
  }
  return /^\d{1,12}$/.test(rest) ? { ...blank, bytes: Number(rest) } : null;
}

/** The output of a typescript as one text, without times. */
export function readUntimed(bytes: Uint8Array): Recording {
  const { head: _head, body } = withoutFrame(bytes);
  const builder = new RecordingBuilder(undefined, undefined);
  builder.write(new TextDecoder().decode(body));
  return builder.finish();
}
