import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';

export type RawAnswer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  body: any;
};

/** A separate connection to a server, for requests that a well-behaved client can't send. */
export function openConnection(url: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** The first complete answer on a connection; null when the connection ends without one. */
export function firstAnswer(socket: Socket): Promise<RawAnswer | null> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const done = (answer: RawAnswer | null): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = answerIn(received);
      if (answer !== null) done(answer);
    });
    socket.on('close', () => done(null));
    socket.resume();
  });
}

/** Sends raw bytes on a separate connection, and returns the first answer. */
export async function exchange(
  url: string,
  bytes: string | Buffer,
  localAddress?: string,
): Promise<RawAnswer | null> {
  const socket = await openConnection(url, localAddress);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return firstAnswer(socket);
}

function answerIn(received: Buffer): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = received.subarray(end + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return null;
  const text = body.toString('utf8');
  const isJson = /json/.test(headers.get('content-type') ?? '');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

const problemFields = new Set(['type', 'title', 'status', 'code', 'detail', 'request_id', 'errors']);

/** Asserts that an answer is the refusal `status` `code` in the standard form. */
export function assertProblem(
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  answer: { status: number; headers: Headers; body: any } | null,
  status: number,
  code: string,
): void {
  assert.ok(answer, 'the connection ended without an answer');
  const shown = JSON.stringify(answer.body);
  assert.equal(answer.status, status, shown);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8', shown);
  assert.equal(answer.body.code, code, shown);
  assert.equal(answer.body.type, 'about:blank');
  assert.equal(answer.body.status, status);
  assert.equal(typeof answer.body.title, 'string');
  assert.equal(typeof answer.body.detail, 'string');
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  const fields = code === 'second_factor_required' ? [...problemFields, 'second_factor'] : [...problemFields];
  for (const name of Object.keys(answer.body)) assert.ok(fields.includes(name), `${name} in ${shown}`);
  for (const error of answer.body.errors ?? []) {
    assert.deepEqual(Object.keys(error).sort(), ['message', 'path']);
  }
  assertBaseHeaders(answer);
}

/** Asserts the headers of every answer. */
export function assertBaseHeaders(answer: { headers: Headers }): void {
  const { headers } = answer;
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
    assert.ok(policy.includes(part), policy);
  }
  assert.ok(!/unsafe|\*|https?:/.test(policy), policy);
  assert.equal(headers.get('x-powered-by'), null);
  for (const name of headers.keys()) assert.ok(!name.startsWith('access-control-'), name);
}
