import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { openMigrated } from '../../../server/database/postgres/open.ts';
import { loadBundled } from '../database/bundled-catalogue.ts';

/** The variable that selects the database of test servers; by default each uses a file. */
const variable = 'DAMSON_TEST_POSTGRES';
const template = 'damson_template';
const templateWithCatalogue = 'damson_template_with_catalogue';

/** PostgreSQL's default: commits survive a crash. */
export const durable = `listen_addresses = '127.0.0.1'`;

/** Nothing has to survive a test, so nothing has to be on disk. */
const careless = `${durable}
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 800
autovacuum = off`;

export type Cluster = {
  /** Address of the database "postgres". */
  url: string;
  folder: string;
  /**
   * Stops the cluster, unlike a crash of the machine: `fast` rolls back open transactions, `immediate` leaves them to the next
   * start.
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

/** Folder of PostgreSQL's programs, as installed by Debian and others; null when it is not installed. */
export function findPrograms(): string | null {
  const installed = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = installed
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((one, other) => other - one)[0];
  return newest === undefined ? null : `/usr/lib/postgresql/${newest}/bin`;
}

/** Starts a separate cluster in a temporary folder, on a free port of this machine. PostgreSQL refuses to run as root. */
export async function startCluster(settings = careless): Promise<Cluster> {
  const programs = findPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, await findUserId('postgres'), -1);
  const data = path.join(folder, 'data');
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const command = [path.join(programs, program), ...args];
    const [first, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    const child = spawn(first!, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
  };
  await run(
    'initdb',
    '-D',
    data,
    '-U',
    'damson',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  );
  const port = await findFreePort();
  appendFileSync(
    path.join(data, 'postgresql.conf'),
    `${settings}\nport = ${port}\nunix_socket_directories = '${folder}'\n`,
  );
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', path.join(folder, 'log'), 'start');
  const stop = (mode = 'fast') => run('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
  await start();
  return {
    url: `postgres://damson@127.0.0.1:${port}/postgres`,
    folder,
    start,
    stop,
    async remove() {
      await stop('immediate').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function findUserId(name: string): Promise<number> {
  const child = spawn('id', ['-u', name], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'exit');
  return Number(text);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Creates the templates of all test databases. */
export async function makeTemplates(clusterUrl: string): Promise<void> {
  for (const name of [template, templateWithCatalogue]) {
    await runOn(clusterUrl, `create database ${name}`);
    const url = withDatabase(clusterUrl, name);
    const opened = await openMigrated({ url, folder: tmpdir() }, { isTest: true });
    if (name === templateWithCatalogue) await loadBundled(opened.db);
    await opened.close();
  }
}

/** The settings of a test server, with a database of its own when the tests run with PostgreSQL. */
export async function databaseSettings(hasCatalogue = false): Promise<Record<string, string>> {
  const clusterUrl = process.env[variable];
  if (clusterUrl === undefined) return {};
  const name = `damson_${randomBytes(8).toString('hex')}`;
  const made = hasCatalogue ? templateWithCatalogue : template;
  await runOn(clusterUrl, `create database ${name} template ${made}`);
  return {
    SVC_DATABASE_URL: withDatabase(clusterUrl, name),
    SVC_JWT_SECRET: randomBytes(32).toString('hex'),
  };
}

/** Removes the database of a test server. */
export async function dropDatabase(url: string | null): Promise<void> {
  const clusterUrl = process.env[variable];
  if (url === null || clusterUrl === undefined) return;
  await runOn(clusterUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Whether tests run with PostgreSQL, for those that read SQLite's file. */
export const isOnPostgres = process.env[variable] !== undefined;
export const onlyWithFile = isOnPostgres ? { skip: "looks into SQLite's own file" } : {};

export function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
