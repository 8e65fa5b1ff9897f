/** Size of a recording within a request, in bytes: the output itself needs most of the room. */
const mostBytes = 600_000;

/** Records what a terminal shows as a recording of asciinema, with the time of each piece. */
export class Recorder {
  readonly #lines: string[] = [];
  readonly #begun = performance.now();
  #size = 0;
  #endsInReturn = false;

  constructor(command: string, { columns, rows }: { columns: number; rows: number }) {
    const timestamp = Math.floor(Date.now() / 1000);
    this.#keep({ version: 2, width: columns, height: rows, timestamp, command: command.slice(0, 1000) });
  }

  /** Takes output as a pipe has it; a terminal begins its lines at the left. */
  add(text: string): void {
    if (text === '') return;
    const shown = text.replace(/\r?\n/g, (end, place: number) =>
      place === 0 && end === '\n' && this.#endsInReturn ? end : '\r\n',
    );
    this.#endsInReturn = text.endsWith('\r');
    this.#event('o', shown);
  }

  resize(columns: number, rows: number): void {
    this.#event('r', `${columns}x${rows}`);
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #event(code: 'o' | 'r', data: string): void {
    const seconds = Math.round(performance.now() - this.#begun) / 1000;
    this.#keep([seconds, code, data]);
  }

  #keep(line: unknown): void {
    const text = JSON.stringify(line);
    // Once more within the request.
    this.#size += Buffer.byteLength(JSON.stringify(text));
    if (this.#size <= mostBytes) this.#lines.push(text);
  }
}
