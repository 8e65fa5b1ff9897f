import { connect, type Socket } from 'node:net';

export type WireAnswer = { status: number; type: string; body: Buffer };
/** `none`: the connection ended without an answer; `late`: no answer came in time; `twice`: there were several. */
export type Outcome = WireAnswer | 'none' | 'late' | 'twice';

export type WireRequest = { bytes: Buffer; method: string; cut: boolean };

const patienceMs = 90_000;
/** For unfinished requests, because the server may wait for the rest. */
const patienceForCutMs = 500;

/** Sends raw bytes, one request at a time, over a connection kept as long as possible. */
export class Wire {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Sends a request; again on a new connection if the kept one was closed. */
  async send(request: WireRequest): Promise<Outcome> {
    const kept = this.#socket !== null;
    const outcome = await this.#exchange(request);
    return outcome === 'none' && kept && !request.cut ? this.#exchange(request) : outcome;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #exchange({ bytes, method, cut }: WireRequest): Promise<Outcome> {
    return new Promise((resolve) => {
      if (this.#socket === null || this.#socket.destroyed) {
        this.#socket = connect({ host: this.#host, port: this.#port, noDelay: true });
        this.#socket.on('error', () => {});
      }
      const socket = this.#socket;
      const chunks: Buffer[] = [];
      const end = (outcome: Outcome, keep: boolean): void => {
        clearTimeout(patience);
        socket.removeAllListeners('data');
        socket.removeAllListeners('close');
        if (!keep) this.close();
        resolve(outcome);
      };
      const patience = cut
        ? setTimeout(() => end('none', false), patienceForCutMs)
        : setTimeout(() => end('late', false), patienceMs);
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const read = readAnswer(chunks, method);
        if (read === null) return;
        const { answer, rest, closes } = read;
        // The answer to an invalid HEAD request may have a body, after which the connection ends.
        if (rest > 0 && !cut && !(closes && method === 'HEAD')) end('twice', false);
        else end(answer, !closes && !cut);
      });
      socket.on('close', () => end('none', false));
      if (cut) socket.end(bytes);
      else socket.write(bytes);
    });
  }
}

type Read = { answer: WireAnswer; rest: number; closes: boolean };

/** The first answer in the received bytes; null while it is incomplete. */
function readAnswer(chunks: Buffer[], method: string): Read | null {
  let first = chunks[0] as Buffer;
  let end = first.indexOf('\r\n\r\n');
  if (end === -1 && chunks.length > 1) {
    chunks.splice(0, chunks.length, Buffer.concat(chunks));
    first = chunks[0] as Buffer;
    end = first.indexOf('\r\n\r\n');
  }
  if (end === -1) return null;
  const head = first.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  if (status < 200) {
    const left = Buffer.concat(chunks).subarray(end + 4);
    chunks.length = 0;
    if (left.length > 0) chunks.push(left);
    return left.length > 0 ? readAnswer(chunks, method) : null;
  }
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
  const received = chunks.reduce((sum, chunk) => sum + chunk.length, 0) - end - 4;
  const closes = /close/i.test(field('connection') ?? '');
  const type = field('content-type') ?? '';
  const read = (
    length: number,
    body: Buffer = Buffer.concat(chunks).subarray(end + 4, end + 4 + length),
  ): Read => ({
    answer: { status, type, body },
    rest: received - length,
    closes,
  });
  if (method === 'HEAD' || status === 204 || status === 304) return read(0);
  // Events continue for as long as someone listens.
  if (type.startsWith('text/event-stream')) return { ...read(received), closes: true };
  if (/chunked/i.test(field('transfer-encoding') ?? '')) {
    // Parses the chunks only if the last one may be the end.
    if (!(chunks.at(-1) as Buffer).toString('latin1').endsWith('\n')) return null;
    const body = Buffer.concat(chunks).subarray(end + 4);
    const joined = joinChunks(body);
    return joined === null ? null : read(body.length, joined);
  }
  const length = Number(field('content-length') ?? 0);
  return received < length ? null : read(length);
}

function joinChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (size === 0) return bytes.length >= line + 4 ? Buffer.concat(parts) : null;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
    if (at > bytes.length) return null;
  }
}
