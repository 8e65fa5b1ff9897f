import { randomBytes } from 'node:crypto';
import { Client as Connection } from 'pg';
import { damson } from '../test/support/commands/command.ts';
import { type Cluster, durable, startCluster, withDatabase } from '../test/support/servers/postgres.ts';
import { S3Store } from '../test/support/servers/s3-store.ts';
import type { World } from './seed.ts';

/** A PostgreSQL and a file store of their own, to which an installation can be moved. */
export class SharedPlaces {
  readonly cluster: Cluster;
  readonly #store: S3Store;

  private constructor(cluster: Cluster, store: S3Store) {
    this.cluster = cluster;
    this.#store = store;
  }

  static async start(): Promise<SharedPlaces> {
    return new SharedPlaces(await startCluster(durable), await new S3Store().start());
  }

  /** Moves an installation, and returns the settings of its servers. */
  async move(world: World, name = 'damson'): Promise<Record<string, string>> {
    const url = await this.newDatabase(name);
    const secrets = {
      SVC_JWT_SECRET: randomBytes(32).toString('hex'),
      SVC_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    };
    const { EVIDENCE_URL = '', ...keys } = this.#store.environment(name);
    const moved = await damson(['move', '--to-database', url, '--to-evidence', EVIDENCE_URL], {
      env: { ...secrets, ...keys, SVC_DATA_DIR: world.dataDir },
    });
    if (moved.code !== 0) throw new Error(moved.stderr);
    return { ...secrets, ...keys, EVIDENCE_URL, SVC_DATABASE_URL: url };
  }

  async newDatabase(name: string): Promise<string> {
    const connection = new Connection(this.cluster.url);
    await connection.connect();
    await connection.query(`create database ${name}`);
    await connection.end();
    return withDatabase(this.cluster.url, name);
  }

  async close(): Promise<void> {
    await this.#store.close();
    await this.cluster.remove();
  }
}
