import './as-window.ts';
import { type IBufferCell, Terminal } from '@xterm/headless';
import { readAsciicast } from '../../../../domain/recordings/asciicast.ts';
import { recordingTypes } from '../../../../domain/recordings/files.ts';
import { HarmlessOutput, toPlainText } from '../../../../domain/recordings/harmless.ts';
import { limitPauses, type Recording } from '../../../../domain/recordings/recording.ts';
import { readTypescript, readUntimed } from '../../../../domain/recordings/typescript.ts';
import type { Asked, Files, Look, Opened, Run, Screen, Told } from './messages.ts';

// A thread of its own, so that no recording can hold up the page.

const longestPause = 2;
const longestText = 1_000_000;
const largestUnpacked = 64 * 1024 * 1024;
/** The page draws no more stretches than this; what follows has no look. */
const mostRuns = 4000;

let recording: Recording | null = null;
let terminal = new Terminal();
let output = new HarmlessOutput();
/** The last frame that the terminal has taken. */
let taken = -1;
let work = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if ('open' in data) void open(data.open).then((opened) => tell({ opened }));
  else work = work.then(() => show(data.show));
});

function tell(told: Told): void {
  self.postMessage(told);
}

async function open(files: Files): Promise<Opened | null> {
  recording = await read(files);
  if (recording === null) return null;
  const { frames, unread } = recording;
  const isTimed = files.mimeType !== recordingTypes.typescript || files.timing !== null;
  const { text, isCut } = toPlainText(
    frames.map((frame) => frame.text),
    longestText,
  );
  return {
    times: isTimed ? frames.map(({ at }) => at) : [],
    shortened: isTimed ? limitPauses(frames, longestPause) : [],
    text,
    isTextCut: isCut,
    unread,
  };
}

async function read({ mimeType, bytes, timing }: Files): Promise<Recording | null> {
  const decode = (of: BufferSource) => new TextDecoder().decode(of);
  if (mimeType === 'application/gzip') {
    const unpacked = await unpack(bytes);
    return unpacked === null ? null : readAsciicast(decode(unpacked));
  }
  if (mimeType !== recordingTypes.typescript) return readAsciicast(decode(bytes));
  const typescript = new Uint8Array(bytes);
  return timing === null ? readUntimed(typescript) : readTypescript(typescript, decode(timing));
}

/** The content of a gzip up to a size; null if it is damaged. */
async function unpack(bytes: ArrayBuffer): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const unpacked = new Uint8Array(largestUnpacked);
  let size = 0;
  try {
    while (size < largestUnpacked) {
      const { done, value } = await reader.read();
      if (done) break;
      const piece = value.subarray(0, largestUnpacked - size);
      unpacked.set(piece, size);
      size += piece.length;
    }
    void reader.cancel();
    return unpacked.subarray(0, size);
  } catch {
    return null;
  }
}

async function show(frame: number): Promise<void> {
  if (recording === null) return;
  if (taken === -1 || frame < taken) begin(recording);
  // The terminal waits a moment after each write.
  let waiting = '';
  for (const { text, size } of recording.frames.slice(taken + 1, frame + 1)) {
    if (size !== null) {
      await write(waiting);
      waiting = '';
      terminal.resize(size.columns, size.rows);
    }
    waiting += output.take(text);
  }
  await write(waiting);
  taken = Math.max(frame, taken);
  tell({ screen: readScreen() });
}

function write(text: string): Promise<void> {
  return text === '' ? Promise.resolve() : new Promise((done) => terminal.write(text, done));
}

function begin({ size }: Recording): void {
  terminal.dispose();
  terminal = new Terminal({ cols: size.columns, rows: size.rows, scrollback: 0, allowProposedApi: true });
  output = new HarmlessOutput();
  taken = -1;
}

function readScreen(): Screen {
  const { active } = terminal.buffer;
  const rows: Run[][] = [];
  const cell = active.getNullCell();
  let runs = 0;
  for (let y = 0; y < terminal.rows; y += 1) {
    const line = active.getLine(active.viewportY + y);
    const row: Run[] = [];
    let known = '';
    for (let x = 0; x < terminal.cols && line !== undefined; x += 1) {
      line.getCell(x, cell);
      // The second half of a wide character.
      if (cell.getWidth() === 0) continue;
      const look = runs < mostRuns ? readLook(cell) : null;
      const key = JSON.stringify(look);
      const last = row.at(-1);
      const text = cell.isInvisible() ? ' ' : cell.getChars() || ' ';
      if (last !== undefined && key === known) last.text += text;
      else {
        row.push({ text, look });
        runs += 1;
      }
      known = key;
    }
    rows.push(withoutEnd(row));
  }
  return { columns: terminal.cols, rows };
}

/** A line without the spaces at its end. */
function withoutEnd(row: Run[]): Run[] {
  const last = row.at(-1);
  if (last === undefined || last.look !== null) return row;
  const text = last.text.trimEnd();
  return text === '' ? row.slice(0, -1) : [...row.slice(0, -1), { text, look: null }];
}

/** Null for the usual look. */
function readLook(cell: IBufferCell): Look | null {
  if (cell.isAttributeDefault()) return null;
  const colour = cell.isFgDefault() ? null : toColour(cell.getFgColor(), cell.isFgRGB());
  const background = cell.isBgDefault() ? null : toColour(cell.getBgColor(), cell.isBgRGB());
  const isInverse = cell.isInverse() !== 0;
  return {
    colour: isInverse ? (background ?? 'background') : colour,
    background: isInverse ? (colour ?? 'text') : background,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}

function toColour(value: number, isRgb: boolean | number): number | string {
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : value;
}
