import assert from 'node:assert/strict';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SelfSigned } from '../http/self-signed.ts';
import { answerQuery, type Row, type Shape, ValidationFailed } from './graphql.ts';

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** Handles a request in place of the framework. */
export type Interceptor = (request: SeenRequest, response: ServerResponse) => void;

/** A stand-in for a framework on loopback. */
export type Framework = {
  url: string;
  port: number;
  /** Every request received, in order. */
  requests: SeenRequest[];
  /** Connections accepted so far, with or without requests. */
  connections(): number;
  /** Time of its clock; null for the real time. */
  date: Date | null;
  /** While set, all requests go to this handler. */
  intercept: Interceptor | null;
  /** Awaited before each of the framework's own answers, so that a test can hold them back. */
  beforeAnswer: () => Promise<void>;
  useCertificate(certificate: SelfSigned): void;
  /** Stops, and fails the test if it received anything but reads. */
  close(): Promise<void>;
};

type Answer = { status: number; body: unknown };
type Behaviour = { reads(request: SeenRequest): boolean; answer(request: SeenRequest): Answer };

export const neverAnswer: Interceptor = () => {};
export const breakOff: Interceptor = (_request, response) => response.socket?.destroy();
export const breakOffHalfway: Interceptor = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data": {', () => response.socket?.destroy());
};
export const fallSilentHalfway: Interceptor = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data": {');
};
/** Sends a byte from time to time, as long as someone reads. */
export const drip: Interceptor = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
export const redirectTo =
  (url: string, status = 302): Interceptor =>
  (_request, response) =>
    response.writeHead(status, { location: url }).end();
export const answerWith =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Interceptor =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
/** An endless answer, which stops when the reader disconnects. */
export const answerForever: Interceptor = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const block = Buffer.alloc(256 * 1024, ' ');
  const more = () => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

async function startFramework(certificate: SelfSigned | null, behaviour: Behaviour): Promise<Framework> {
  const writes: string[] = [];
  let connections = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    framework.requests.push(seen);
    if (!behaviour.reads(seen)) writes.push(`${seen.method} ${seen.path} ${seen.body}`);
    if (framework.intercept) return framework.intercept(seen, response);
    await framework.beforeAnswer();
    const { status, body } = behaviour.answer(seen);
    const date = framework.date === null ? {} : { date: framework.date.toUTCString() };
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...date });
    response.end(JSON.stringify(body));
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => response.destroy());
  };
  const secure = certificate
    ? createHttpsServer({ key: certificate.key, cert: certificate.cert }, listener)
    : null;
  const server = secure ?? createHttpServer(listener);
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const framework: Framework = {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests: [],
    connections: () => connections,
    date: null,
    intercept: null,
    beforeAnswer: async () => {},
    useCertificate: ({ key, cert }) => secure?.setSecureContext({ key, cert }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      assert.deepEqual(writes, [], 'the framework was asked for something other than a read');
    },
  };
  return framework;
}

const mythicCallbackShape: Shape = {
  id: true,
  display_id: true,
  agent_callback_id: true,
  user: true,
  host: true,
  ip: true,
  os: true,
  architecture: true,
  process_name: true,
  pid: true,
  integrity_level: true,
  active: true,
  dead: true,
  last_checkin: true,
  payload: { payloadtype: { name: true } },
};

const mythicResponseShape: Shape = {
  id: true,
  timestamp: true,
  is_error: true,
  response_text: true,
  task_id: true,
};

const mythicTaskShape: Shape = {
  id: true,
  display_id: true,
  agent_task_id: true,
  callback_id: true,
  command_name: true,
  display_params: true,
  original_params: true,
  status: true,
  completed: true,
  timestamp: true,
  status_timestamp_submitted: true,
  status_timestamp_processing: true,
  status_timestamp_processed: true,
  operator: { username: true },
  attacktasks: { attack: { t_num: true } },
  callback: mythicCallbackShape,
  responses: mythicResponseShape,
};

export type MythicData = {
  /** Determines the token's header and the query for its owner. */
  version: 3 | 4;
  token: string;
  operation: { id: number; name: string } | null;
  callbacks: Row[];
  tasks: Row[];
  /** Each chunk, as sent by the implant. */
  responses: { id: number; task_id: number; bytes: Buffer; timestamp?: string }[];
};

export function mythicCallback(changes: Row = {}): Row {
  return {
    id: 31,
    display_id: 4,
    agent_callback_id: 'b2a7c1de-0000-4000-8000-00000000001f',
    user: 'v.castellan',
    host: 'HARBOUR-WS-07',
    ip: '["10.30.1.7","fe80::1c2b:3a4d"]',
    os: 'Windows 11',
    architecture: 'x64',
    process_name: 'notepad.exe',
    pid: 7312,
    integrity_level: 3,
    active: true,
    dead: false,
    last_checkin: '2026-03-02T09:41:07.123456',
    payload: { payloadtype: { name: 'quince' } },
    ...changes,
  };
}

export function mythicTask(changes: Row = {}): Row {
  return {
    id: 900,
    display_id: 12,
    agent_task_id: 'c4d9e2f0-0000-4000-8000-000000000384',
    callback_id: 31,
    command_name: 'shell',
    display_params: 'whoami /all',
    original_params: 'whoami /all',
    status: 'success',
    completed: true,
    timestamp: '2026-03-02T09:30:09.5',
    status_timestamp_submitted: '2026-03-02T09:30:00.000001',
    status_timestamp_processing: '2026-03-02T09:30:04.999999',
    status_timestamp_processed: '2026-03-02T09:30:09.25',
    operator: { username: 'noor' },
    attacktasks: [{ attack: { t_num: 'T1033' } }],
    callback: mythicCallback(),
    ...changes,
  };
}

/** Base64 with a line break every 76 characters, as in PostgreSQL. */
export function wrappedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\n');
}

/** Answers like Mythic 3.4 or 4: GraphQL, with status 200 even for failures. */
export async function startMythic(
  options: { certificate?: SelfSigned | null; data?: Partial<MythicData> } = {},
): Promise<Framework & { data: MythicData }> {
  const data: MythicData = {
    version: 3,
    token: 'mythic-token-for-tests',
    operation: { id: 3, name: 'Operation Lighthouse' },
    callbacks: [mythicCallback()],
    tasks: [mythicTask()],
    responses: [{ id: 1, task_id: 900, bytes: Buffer.from('harbour\\v.castellan\n') }],
    ...options.data,
  };
  const failed = (code: string): Answer => ({
    status: 200,
    body: { errors: [{ message: `for ${data.token}: <b>no</b>`, extensions: { path: '$', code } }] },
  });
  const framework = await startFramework(options.certificate ?? null, {
    reads: ({ method, path, body }) => method === 'POST' && path === '/graphql/' && isOneQuery(body),
    answer: ({ headers, body, path }) => {
      if (path !== '/graphql/') return { status: 404, body: { error: 'no such path' } };
      const given = data.version === 3 ? headers.apitoken : headers.authorization;
      const expected = data.version === 3 ? data.token : `Bearer ${data.token}`;
      if (given !== expected || (headers.apitoken && headers.authorization)) return failed('access-denied');
      const responses = data.responses.map(({ id, task_id, bytes, timestamp }) => ({
        id,
        task_id,
        timestamp: timestamp ?? '2026-03-02T09:30:09.25',
        is_error: false,
        response_text: () => wrappedBase64(bytes),
      }));
      const { query, variables } = JSON.parse(body);
      try {
        const answer = answerQuery(query, variables ?? {}, {
          [data.version === 3 ? 'meHook' : 'whoami']: {
            shape: { status: true, error: true, current_operation: true, current_operation_id: true },
            rows: {
              status: 'success',
              error: '',
              current_operation: data.operation?.name ?? '',
              current_operation_id: data.operation?.id ?? 0,
            },
          },
          callback: { shape: mythicCallbackShape, rows: data.callbacks },
          task: {
            shape: mythicTaskShape,
            rows: data.tasks.map((task) => ({
              responses: responses.filter(({ task_id }) => task_id === task.id),
              ...task,
            })),
          },
          response: { shape: mythicResponseShape, rows: responses },
        });
        return { status: 200, body: { data: answer } };
      } catch (error) {
        if (error instanceof ValidationFailed) return failed('validation-failed');
        throw error;
      }
    },
  });
  return Object.assign(framework, { data });
}

function isOneQuery(body: string): boolean {
  let document: unknown;
  try {
    document = JSON.parse(body).query;
  } catch {
    return false;
  }
  return (
    typeof document === 'string' &&
    /^query\b/.test(document) &&
    !/\b(mutation|subscription)\b/i.test(document)
  );
}

export type CalderaData = {
  key: string;
  version: string;
  agents: Row[];
  operations: { id: string; name: string; links: Row[] }[];
  /** By link id; the encoded `result` of a link. */
  results: Record<string, string>;
};

export function calderaAgent(changes: Row = {}): Row {
  return {
    paw: 'kdvqpz',
    host: 'quay-03',
    username: 'root',
    platform: 'linux',
    architecture: 'amd64',
    exe_name: 'splunkd',
    pid: 2210,
    host_ip_addrs: ['10.30.2.3', '172.17.0.1'],
    privilege: 'Elevated',
    executors: ['sh', 'proc'],
    last_seen: '2026-03-02T09:41:07Z',
    display_name: 'quay-03$root',
    ...changes,
  };
}

export function calderaLink(changes: Row = {}): Row {
  return {
    id: '3d6f5c1e-0000-4000-8000-0000000000a1',
    paw: 'kdvqpz',
    host: 'quay-03',
    command: 'id && uname -a',
    plaintext_command: 'id && uname -a',
    status: 0,
    decide: '2026-03-02T09:30:00Z',
    collect: '2026-03-02T09:30:20Z',
    finish: '2026-03-02T09:30:25Z',
    ability: { technique_id: 'T1082', name: 'System information' },
    ...changes,
  };
}

export const calderaOperation = 'e1c6a8d2-0000-4000-8000-0000000000f0';

/** The `result` of a link: base64 of JSON. */
export function calderaResult(streams: { stdout?: string; stderr?: string; exit_code?: string }): string {
  return Buffer.from(JSON.stringify({ stdout: '', stderr: '', exit_code: '0', ...streams })).toString(
    'base64',
  );
}

/** Answers like Caldera 5: REST, version 2. */
export async function startCaldera(
  options: { certificate?: SelfSigned | null; data?: Partial<CalderaData> } = {},
): Promise<Framework & { data: CalderaData }> {
  const link = calderaLink();
  const data: CalderaData = {
    key: 'caldera-key-for-tests',
    version: '5.3.0',
    agents: [calderaAgent()],
    operations: [{ id: calderaOperation, name: 'Harbour', links: [link] }],
    results: { [link.id as string]: calderaResult({ stdout: 'uid=0(root)\n' }) },
    ...options.data,
  };
  const ok = (body: unknown): Answer => ({ status: 200, body });
  const missing: Answer = { status: 404, body: { error: `Not found, says ${data.key}` } };
  const framework = await startFramework(options.certificate ?? null, {
    reads: ({ method, body }) => method === 'GET' && body === '',
    answer: ({ headers, path }) => {
      if (headers.key !== data.key) return { status: 401, body: { error: 'Unauthorized' } };
      const url = new URL(path, framework.url);
      const include = url.searchParams.getAll('include');
      const shown = (row: Row): Row =>
        include.length === 0
          ? row
          : Object.fromEntries(Object.entries(row).filter(([name]) => include.includes(name)));
      const segments = url.pathname.split('/').slice(1).map(decodeURIComponent);
      const [api, version, collection, id, part, linkId, result, ...others] = segments;
      if (api !== 'api' || version !== 'v2' || others.length > 0) return missing;
      if (collection === 'health' && !id)
        return ok({ application: 'Caldera', version: data.version, plugins: [] });
      if (collection === 'agents' && !id) return ok(data.agents.map(shown));
      if (collection !== 'operations') return missing;
      if (!id) {
        return ok(data.operations.map((one) => shown({ id: one.id, name: one.name, chain: one.links })));
      }
      const operation = data.operations.find((one) => one.id === id);
      if (!operation || part !== 'links') return missing;
      if (!linkId) return ok(operation.links);
      const found = operation.links.find((one) => one.id === linkId);
      if (!found) return missing;
      if (result === 'result') return ok({ link: found, result: data.results[linkId] ?? '' });
      return result ? missing : ok(found);
    },
  });
  return Object.assign(framework, { data });
}
