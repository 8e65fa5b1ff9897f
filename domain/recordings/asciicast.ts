import { type Recording, RecordingBuilder } from './recording.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a recording of asciinema (versions 1, 2 and 3), as far as it can be read; null if it is none. */
export function readAsciicast(text: string): Recording | null {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const head = asFields(parse(lines[first] ?? ''));
  if (head?.version === 2 || head?.version === 3) return readEvents(head, lines.slice(first + 1));
  const whole = head ?? asFields(parse(text));
  return whole?.version === 1 && Array.isArray(whole.stdout) ? readFirst(whole, whole.stdout) : null;
}

function readEvents(head: Fields, lines: readonly string[]): Recording {
  const isRelative = head.version === 3;
  const terminal = asFields(head.term);
  const builder = isRelative
    ? new RecordingBuilder(terminal?.cols, terminal?.rows)
    : new RecordingBuilder(head.width, head.height);
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const event = parse(line);
    if (!Array.isArray(event)) {
      builder.unread += 1;
      continue;
    }
    const [time, code, data] = event;
    if (isRelative) builder.pass(time);
    else builder.moveTo(time);
    if (typeof data !== 'string') builder.unread += 1;
    else if (code === 'o') builder.write(data);
    else if (code === 'r') {
      const [, columns, rows] = /^(\d+)x(\d+)$/.exec(data) ?? [];
      builder.resize(Number(columns), Number(rows));
    }
  }
  return builder.finish();
}

function readFirst(head: Fields, events: readonly unknown[]): Recording {
  const builder = new RecordingBuilder(head.width, head.height);
  for (const event of events) {
    const [delay, data] = Array.isArray(event) ? event : [];
    builder.pass(delay);
    if (typeof data === 'string') builder.write(data);
    else builder.unread += 1;
  }
  return builder.finish();
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
