import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client as Connection } from 'pg';
import { type RunningServer, startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { bodyOf } from '../missions/factories.ts';
import { type Cluster, durable, startCluster, withDatabase } from './postgres.ts';
import { S3Store } from './s3-store.ts';
import { Client, password } from './server.ts';

/** Two servers of one installation with a separate PostgreSQL and store, each with an administrator signed in. */
export class TwoServers {
  readonly root: string;
  readonly cluster: Cluster;
  readonly store: S3Store;
  readonly url: string;
  readonly #more: Record<string, string>;
  #servers: RunningServer[] = [];
  one = new Client('', null);
  other = new Client('', null);

  private constructor(root: string, cluster: Cluster, store: S3Store, more: Record<string, string>) {
    this.root = root;
    this.cluster = cluster;
    this.store = store;
    this.url = withDatabase(cluster.url, 'damson');
    this.#more = more;
  }

  /** `more`: settings in addition to the shared ones. */
  static async start(more: Record<string, string>, loadCatalog: boolean): Promise<TwoServers> {
    const root = mkdtempSync(path.join(tmpdir(), 'damson-two-'));
    const two = new TwoServers(root, await startCluster(durable), await new S3Store().start(), more);
    await two.ask('create database damson', two.cluster.url);
    // Both start at once: one migrates while the other waits.
    two.#servers = await Promise.all([two.serve('one'), two.serve('other')]);
    const [first, second] = two.#servers as [RunningServer, RunningServer];
    const made = await new Client(first.url, null).post('/api/v1/setup', {
      install_token: await first.installToken(),
      email: 'admin@damson.test',
      display_name: 'Ada Admin',
      password,
      load_catalog: loadCatalog,
    });
    two.one = new Client(first.url, bodyOf(made, 201).access_token);
    two.other = new Client(second.url, made.body.access_token);
    return two;
  }

  /** Environment of a second process on the same installation, with a data folder of this name. */
  settingsOf(name: string): Record<string, string> {
    // Processes must recognise each other even if the address names the connection.
    const address = new URL(this.url);
    address.searchParams.set('application_name', 'exercises');
    return {
      APP_ENV: 'test',
      SVC_DATA_DIR: path.join(this.root, name),
      SVC_BACKUP_DIR: path.join(this.root, 'backups'),
      SVC_DATABASE_URL: address.href,
      SVC_JWT_SECRET: 'processes that share sign with the same secret',
      SVC_ENCRYPTION_KEY: Buffer.alloc(32, 'k7').toString('base64'),
      SVC_PORT: '0',
      ...this.store.environment('shared'),
      ...this.#more,
    };
  }

  serve(name: string): Promise<RunningServer> {
    return startServer(readSettings({}, { ...this.settingsOf(name), LOG_LEVEL: 'silent' }));
  }

  async ask(statement: string, url = this.url): Promise<Record<string, unknown>[]> {
    const connection = new Connection(url);
    await connection.connect();
    try {
      return (await connection.query(statement)).rows;
    } finally {
      await connection.end();
    }
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.close();
    await this.cluster.remove();
    await this.store.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
