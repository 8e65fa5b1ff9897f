import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { damson, prepareData, type Serving, serving } from '../../support/commands/command.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { noSignals } from '../../support/servers/platform.ts';
import { Client } from '../../support/servers/server.ts';

const root = mkdtempSync(path.join(tmpdir(), 'damson-rotten-'));
after(() => rmSync(root, { recursive: true, force: true }));

const email = 'ada@example.org';
const password = 'plum jam on toast';

type Rotten = { dataDir: string; server: Serving; client: Client; repair: () => void };

/** A server with one flipped bit in a value, as on a failing disk; the file keeps its times. */
async function makeRotten(name: string): Promise<Rotten> {
  const dataDir = path.join(root, name);
  const who = ['--email', email, '--display-name', 'Ada', '--password-stdin'];
  await prepareData(dataDir);
  const made = await damson(['create-admin', '--data-dir', dataDir, ...who], { input: password });
  assert.equal(made.code, 0, made.stderr);
  // A clean stop moves everything from the log into the database.
  await (await serving(dataDir)).stop();
  const server = await serving(dataDir);
  const signedIn = await new Client(server.url, null).post('/api/v1/auth/login', { email, password });
  const client = new Client(server.url, bodyOf(signedIn, 200).access_token);
  const file = path.join(dataDir, 'damson.db');
  const place = readFileSync(file).indexOf('Prevented') + 1;
  assert.ok(place > 0);
  const flip = (): void => {
    const { atime, mtime } = statSync(file);
    const bytes = readFileSync(file);
    bytes[place]! ^= 1;
    writeFileSync(file, bytes);
    utimesSync(file, atime, mtime);
  };
  flip();
  return { dataDir, server, client, repair: flip };
}

describe('a database in which a bit turns over while a server runs', { skip: noSignals }, () => {
  it('is not backed up until it is intact again', async () => {
    const { dataDir, server, client, repair } = await makeRotten('backup');
    bodyOf(await client.post('/api/v1/backups'), 202);
    const job = await endedJob(client);
    assert.equal(job.state, 'failed');
    assert.match(
      JSON.stringify(job.problem),
      /the database is damaged \(changed by themselves: pages \d+, of detection_levels\)/,
    );
    assert.deepEqual(readdirSync(path.join(dataDir, 'backups')), []);
    repair();
    bodyOf(await client.post('/api/v1/backups'), 202);
    assert.equal((await endedJob(client)).state, 'done');
    assert.equal((await server.stop()).code, 0);
  });

  it('is found by a verification, which ends the server; the next start says why it is refused', async () => {
    const { dataDir, server, client, repair } = await makeRotten('verification');
    const ended = once(server.child, 'exit');
    bodyOf(await client.post('/api/v1/verification'), 202);
    const [code] = await ended;
    assert.equal(code, 74);
    await assert.rejects(serving(dataDir), /the database is damaged/);
    repair();
    const again = await serving(dataDir);
    assert.equal((await again.stop()).code, 0);
  });
});
