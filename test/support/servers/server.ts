import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '../../../domain/permissions.ts';
import { type Db, openDatabase } from '../../../server/database/database.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { type RunningServer, type Seams, startServer } from '../../../server/index.ts';
import { placeRegisters, type RegisterName, registerNames } from '../../../server/registers.ts';
import { readSettings, type Settings } from '../../../server/settings.ts';
import { loadBundled } from '../database/bundled-catalogue.ts';
import { databaseSettings, dropDatabase } from './postgres.ts';
import { sharedS3Store } from './s3-store.ts';
import { send } from './send.ts';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  body: any;
};

export type RequestOptions = {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  raw?: string | Uint8Array | FormData | ReadableStream;
  headers?: Record<string, string>;
};

/** Talks to a server as one user. */
export class Client {
  readonly base: string;
  readonly token: string | null;

  constructor(base: string, token: string | null) {
    this.base = base;
    this.token = token;
  }

  /** `path` starts at the root, as in `/api/v1/missions`. */
  async request(method: string, target: string, options: RequestOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...options.headers };
    if (this.token !== null && headers.authorization === undefined)
      headers.authorization = `Bearer ${this.token}`;
    let body = options.raw;
    if (options.body !== undefined) {
      headers['content-type'] ??= 'application/json';
      body = JSON.stringify(options.body);
    }
    const { status, headers: told, text } = await send(this.base + target, { method, headers, body });
    const isJson = /\bjson\b/.test(told.get('content-type') ?? '');
    return { status, headers: told, body: isJson && text ? JSON.parse(text) : text };
  }

  get(target: string, headers?: Record<string, string>): Promise<Answer> {
    return this.request('GET', target, headers ? { headers } : {});
  }

  post(target: string, body?: unknown): Promise<Answer> {
    return this.request('POST', target, body === undefined ? {} : { body });
  }

  put(target: string, body: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.request('PUT', target, headers ? { body, headers } : { body });
  }

  patch(target: string, body: unknown): Promise<Answer> {
    return this.request('PATCH', target, { body });
  }

  delete(target: string): Promise<Answer> {
    return this.request('DELETE', target);
  }
}

export type Person = { id: string; email: string; password: string; client: Client };

export type TestServer = {
  url: string;
  /** The running server; a new one after a restart. */
  readonly running: RunningServer;
  dataDir: string;
  /** Null: a file in its folder. */
  databaseUrl: string | null;
  /** The folder of a register's files, for tests that damage them: the store's own if there is a bucket. */
  filesOf(register: RegisterName): string;
  /** Environment for commands that need the same stores. */
  storeEnvironment: Record<string, string>;
  anonymous: Client;
  admin: Person;
  /** Creates a user with a role, and with additional permissions through a separate group. */
  newPerson(role: Role, extra?: { permissions?: readonly string[] }): Promise<Person>;
  signIn(email: string, password: string): Promise<Client>;
  /** Stops the server and restarts it over the same folder, with these settings changed; clients keep working. */
  restart(seams?: Seams, changed?: Partial<Settings>): Promise<void>;
  /** Stops the server until it is restarted. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the database of a test server alongside it, wherever it is. */
export async function openStored({
  dataDir,
  databaseUrl,
}: TestServer): Promise<{ db: Db; close(): Promise<void> }> {
  if (databaseUrl === null) return openDatabase(path.join(dataDir, 'damson.db'), { mustExist: true });
  const { openPostgres } = await import('../../../server/database/postgres/open.ts');
  return openPostgres({ url: databaseUrl, folder: dataDir }, { connections: 2 });
}

export const password = 'correct horse battery';

/** Place of stored files: the data folder, or, with `DAMSON_TEST_EVIDENCE=s3`, a separate bucket. */
type TestStore = { env: Record<string, string>; folder: string | null };

const inFolders: TestStore = { env: {}, folder: null };

async function openTestStore(dataDir: string, env: Record<string, string>): Promise<TestStore> {
  const chosen = env.EVIDENCE_DIR ?? env.EVIDENCE_URL;
  if (process.env.DAMSON_TEST_EVIDENCE !== 's3' || chosen !== undefined) return inFolders;
  const store = await sharedS3Store();
  const prefix = path.basename(dataDir);
  const folder = path.join(store.folder, prefix);
  for (const name of registerNames) mkdirSync(path.join(folder, name), { recursive: true });
  return { env: store.environment(prefix), folder };
}

const files = new Map<boolean, Promise<Buffer>>();

/**
 * A database with or without the catalogue. Each process makes it once: the migrations take most of a server's first start, and so
 * does the thread that loads a catalogue.
 */
async function makeDatabase(hasCatalogue: boolean): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-migrated-'));
  try {
    const file = path.join(folder, 'damson.db');
    const opened = openDatabase(file);
    await migrate(opened.sqlite, file);
    if (hasCatalogue) await loadBundled(opened.db);
    await opened.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeDatabase(place: string, hasCatalogue: boolean): Promise<void> {
  const made = files.get(hasCatalogue) ?? makeDatabase(hasCatalogue);
  files.set(hasCatalogue, made);
  writeFileSync(place, await made, { mode: 0o600 });
}

/** A real server over a temporary folder, with its first administrator created through the setup. */
export async function startTestServer(
  options: {
    env?: Record<string, string>;
    seams?: Seams;
    loadCatalog?: boolean;
    /** Stores everything in folders, whatever the suite uses. */
    inFolders?: boolean;
  } = {},
): Promise<TestServer> {
  const { loadCatalog = false } = options;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-test-'));
  const store = options.inFolders ? inFolders : await openTestStore(dataDir, options.env ?? {});
  const settings = readSettings(
    {},
    {
      APP_ENV: 'test',
      SVC_DATA_DIR: dataDir,
      SVC_PORT: '0',
      LOG_LEVEL: 'silent',
      ...(await databaseSettings(loadCatalog)),
      ...store.env,
      ...options.env,
    },
  );
  if (settings.databaseUrl === null) await writeDatabase(settings.dbPath, loadCatalog);
  let server: RunningServer = await startServer(settings, options.seams);
  const installToken = await server.installToken();

  const anonymous = new Client(server.url, null);
  const email = 'admin@damson.test';
  const answer = await anonymous.post('/api/v1/setup', {
    install_token: installToken,
    email,
    display_name: 'Ada Admin',
    password,
    load_catalog: false,
  });
  if (answer.status !== 201)
    throw new Error(`set-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const admin: Person = {
    id: answer.body.user.id,
    email,
    password,
    client: new Client(server.url, answer.body.access_token),
  };

  let people = 0;
  const testServer: TestServer = {
    url: server.url,
    get running() {
      return server;
    },
    dataDir,
    databaseUrl: settings.databaseUrl,
    storeEnvironment: store.env,
    filesOf: (register) =>
      store.folder === null ? placeRegisters(settings)[register].folder : path.join(store.folder, register),
    anonymous,
    admin,
    async newPerson(role, extra = {}) {
      people += 1;
      const email = `${role}-${people}@damson.test`;
      const display_name = `${role} ${people}`;
      const invited = await admin.client.post('/api/v1/invitations', { email, role });
      const { token } = invited.body;
      const made = await anonymous.post('/api/v1/invitations/accept', { token, display_name, password });
      if (made.status !== 201)
        throw new Error(`accepting an invitation answered ${JSON.stringify(made.body)}`);
      const { user, access_token } = made.body;
      if (extra.permissions) {
        const group = await admin.client.post('/api/v1/groups', {
          name: `group of ${email}`,
          permissions: extra.permissions,
          member_ids: [user.id],
        });
        if (group.status !== 201) throw new Error(`making a group answered ${JSON.stringify(group.body)}`);
      }
      return {
        id: user.id,
        email,
        password,
        client: new Client(server.url, access_token),
      };
    },
    async signIn(who, secret) {
      const session = await anonymous.post('/api/v1/auth/login', { email: who, password: secret });
      if (session.status !== 200) throw new Error(`signing in answered ${JSON.stringify(session.body)}`);
      return new Client(server.url, session.body.access_token);
    },
    async restart(seams = options.seams, changed = {}) {
      const port = new URL(server.url).port;
      await server.close();
      server = await startServer({ ...settings, ...changed, port: Number(port) }, seams);
    },
    stop: () => server.close(),
    async close() {
      await server.close();
      await dropDatabase(settings.databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return testServer;
}
