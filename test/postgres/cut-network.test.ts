import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client as Connection } from 'pg';
import { type RunningServer, startServer } from '../../server/index.ts';
import { readSettings } from '../../server/settings.ts';
import { bodyOf } from '../support/missions/factories.ts';
import {
  type Cluster,
  durable,
  findPrograms,
  startCluster,
  withDatabase,
} from '../support/servers/postgres.ts';
import { Client, password } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';

/** Point at which a connection is cut: at this text from the server, before or after PostgreSQL receives it. */
type Cut = { at: string; before: boolean };

/** The network between a server and PostgreSQL. */
class Network {
  cut: Cut | null = null;
  cuts = 0;
  readonly #proxy: Server;

  constructor(port: number) {
    this.#proxy = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      const part = () => {
        near.destroy();
        far.destroy();
      };
      for (const side of [near, far]) side.on('error', part).on('close', part);
      far.pipe(near);
      near.on('data', (chunk: Buffer) => {
        const isHere = this.cut !== null && chunk.includes(this.cut.at);
        if (!isHere) {
          far.write(chunk);
          return;
        }
        const { before: isBefore } = this.cut as Cut;
        this.cut = null;
        this.cuts += 1;
        if (isBefore) {
          part();
        } else {
          // The answer is lost, and the client notices at once.
          far.unpipe(near);
          near.destroy();
          far.removeListener('close', part);
          far.end(chunk);
        }
      });
    });
  }

  async open(): Promise<number> {
    await once(this.#proxy.listen(0, '127.0.0.1'), 'listening');
    return (this.#proxy.address() as AddressInfo).port;
  }

  close(): void {
    this.#proxy.close();
  }
}

describe('a network that is cut in a transaction', { skip }, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'damson-cut-'));
  let cluster: Cluster;
  let network: Network;
  let server: RunningServer;
  let client: Client;

  before(async () => {
    cluster = await startCluster(durable);
    const direct = new Connection(cluster.url);
    await direct.connect();
    await direct.query('create database damson');
    await direct.end();
    network = new Network(Number(new URL(cluster.url).port));
    const through = new URL(withDatabase(cluster.url, 'damson'));
    through.port = String(await network.open());
    server = await startServer(
      readSettings(
        {},
        {
          APP_ENV: 'test',
          SVC_DATA_DIR: root,
          SVC_DATABASE_URL: through.href,
          SVC_JWT_SECRET: 'a secret for the tests of a network that is cut',
          SVC_PORT: '0',
          LOG_LEVEL: 'silent',
        },
      ),
    );
    const made = await new Client(server.url, null).post('/api/v1/setup', {
      install_token: await server.installToken(),
      email: 'admin@damson.test',
      display_name: 'Ada Admin',
      password,
      load_catalog: false,
    });
    client = new Client(server.url, bodyOf(made, 201).access_token);
  });
  after(async () => {
    await server?.close();
    network?.close();
    await cluster?.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const cuts: [string, Cut][] = [
    ['as it begins', { at: 'begin', before: true }],
    ['before the row is written', { at: 'insert into "missions"', before: true }],
    ['once the row is written', { at: 'insert into "missions"', before: false }],
    ['before its commit', { at: 'commit', before: true }],
    ['while its commit is on its way', { at: 'commit', before: false }],
  ];
  for (const [when, cut] of cuts) {
    it(`${when}, loses no acknowledged write and doubles none`, async () => {
      const acknowledged: string[] = [];
      const refused: string[] = [];
      const write = async (name: string) => {
        const { status, body } = await client.post('/api/v1/missions', { name });
        assert.ok(status === 201 || (status === 503 && body.code === 'unavailable'), JSON.stringify(body));
        (status === 201 ? acknowledged : refused).push(name);
      };
      const before = network.cuts;
      for (let round = 0; round < 5; round += 1) {
        network.cut = cut;
        const names = ['a', 'b', 'c', 'd'].map((letter) => `${when}, ${round} ${letter}`);
        await Promise.all(names.map(write));
        network.cut = null;
        // The server recovers by itself.
        await until(
          async () => (await client.post('/api/v1/missions', { name: `${when}, then` })).status === 201,
        );
      }
      assert.ok(network.cuts > before, 'nothing was cut');
      const counted = new Map<string, number>();
      for (let offset = 0; ; offset += 200) {
        const { items } = bodyOf(await client.get(`/api/v1/missions?limit=200&offset=${offset}`), 200);
        for (const { name } of items) counted.set(name, (counted.get(name) ?? 0) + 1);
        if (items.length < 200) break;
      }
      for (const name of acknowledged) assert.equal(counted.get(name), 1, name);
      for (const name of refused) assert.ok((counted.get(name) ?? 0) <= 1, name);
      if (cut.before) for (const name of refused) assert.equal(counted.get(name), undefined, name);
      const health = await client.get('/api/v1/health');
      assert.equal(health.body.database, 'ok');
    });
  }
});
