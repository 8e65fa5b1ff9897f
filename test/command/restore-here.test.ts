import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { flipped } from '../support/backups/backups.ts';
import { damson, prepareData, type Serving, serving } from '../support/commands/command.ts';
import { assertProblem } from '../support/http/raw-http.ts';
import { attach, bodyOf, newMission, placeOf } from '../support/missions/factories.ts';
import { Client } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const email = 'ada@example.org';
const password = 'correct horse battery';
const folder = mkdtempSync(path.join(tmpdir(), 'damson-restore-here-'));
const dataDir = path.join(folder, 'data');

let server: Serving;
before(async () => {
  await prepareData(dataDir);
  const account = ['--email', email, '--display-name', 'Ada', '--password', password];
  assert.equal((await damson(['create-admin', ...account, '--data-dir', dataDir])).code, 0);
  server = await serving(dataDir);
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(): Promise<Client> {
  const answer = await new Client(server.url, null).post('/api/v1/auth/login', { email, password });
  return new Client(server.url, bodyOf(answer, 200).access_token);
}

async function namesOf(client: Client): Promise<string[]> {
  const { items } = bodyOf(await client.get('/api/v1/missions'), 200);
  return items.map(({ name }: { name: string }) => name).toSorted();
}

async function addMission(client: Client, name: string): Promise<string> {
  const mission = await newMission(client, { name });
  const record = bodyOf(await attach(client, placeOf(mission)), 201);
  return `/api/v1/evidence/${record.id}`;
}

async function makeBackup(client: Client): Promise<string> {
  const begun = bodyOf(await client.post('/api/v1/backups', {}), 202);
  await until(async () => {
    const { job } = bodyOf(await client.get('/api/v1/backups/job'), 200);
    return job.state === 'done';
  });
  return begun.backup_id;
}

const ask = (client: Client, id: string, given: string = password) =>
  client.post(`/api/v1/backups/${id}/restore`, { current_password: given });

/** Waits until the server is back at its address. */
async function untilBack(client: Client): Promise<void> {
  await until(async () => {
    const answer = await client.get('/api/v1/auth/me').catch(() => null);
    return answer?.status === 401;
  });
}

describe('a backup that is restored by a running server', () => {
  it('replaces the current data, which is backed up first, and can be undone with that backup', async () => {
    const client = await signIn();
    const kept = await addMission(client, 'Kept');
    const id = await makeBackup(client);
    const later = await addMission(client, 'Later');
    assertProblem(await ask(client, id, 'wrong horse battery'), 422, 'invalid');
    const writing = Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const answer = await client.post('/api/v1/missions', { name: `Last ${index}` }).catch(() => null);
        return answer?.status === 201 ? `Last ${index}` : null;
      }),
    );
    assert.equal((await ask(client, id)).status, 202);
    const acknowledged = (await writing).filter((name) => name !== null);
    await untilBack(client);

    const again = await signIn();
    assert.deepEqual(await namesOf(again), ['Kept']);
    assert.equal((await again.get(kept)).status, 200);
    assert.equal((await again.get(later)).status, 404);
    const { items } = bodyOf(await again.get('/api/v1/audit?verb=restored'), 200);
    assert.deepEqual(
      items.map((entry: { actor: { display_name: string } }) => entry.actor.display_name),
      ['Ada'],
    );
    const backups = bodyOf(await again.get('/api/v1/backups'), 200).items;
    assert.equal(backups.length, 2);

    assert.equal((await ask(again, backups[0].id)).status, 202);
    await untilBack(again);
    const back = await signIn();
    assert.deepEqual(await namesOf(back), ['Kept', ...acknowledged, 'Later'].toSorted());
    for (const evidence of [kept, later]) assert.equal((await back.get(evidence)).status, 200);
    assert.equal((await damson(['verify', '--data-dir', dataDir])).code, 0);
  });

  it('leaves either the old or the restored data, whenever it is killed', async () => {
    const client = await signIn();
    const id = await makeBackup(client);
    const held = await namesOf(client);
    await addMission(client, 'After the backup');
    const present = await namesOf(client);
    const database = path.join(dataDir, 'damson.db');
    const isThere = (file: string) => () => existsSync(file);
    const backups = path.join(dataDir, 'backups');
    const moments: [what: string, isIt: () => boolean][] = [
      ['what is there is kept', () => readdirSync(backups).some((name) => name.includes('.partial'))],
      ['the backup is read', isThere(`${database}.received`)],
      ['its database is made anew', isThere(`${database}.restoring`)],
      ['it is in place', () => server.text.stdout.includes('"event":"restored"')],
    ];
    for (const [what, isIt] of moments) {
      const by = await signIn();
      assert.equal((await ask(by, id)).status, 202, what);
      while (!isIt() && server.child.exitCode === null) await new Promise((done) => setImmediate(done));
      await server.stop('SIGKILL');
      server = await serving(dataDir);
      const after = await namesOf(await signIn());
      assert.ok(
        [held, present].some((names) => JSON.stringify(names) === JSON.stringify(after)),
        `${what}: ${after}`,
      );
      assert.equal((await damson(['verify', '--data-dir', dataDir])).code, 0, what);
    }
    assert.deepEqual(await namesOf(await signIn()), held);
  });

  it('is refused when it was changed since it was verified', async () => {
    const client = await signIn();
    const id = await makeBackup(client);
    const { file_name } = bodyOf(await client.get(`/api/v1/backups/${id}`), 200);
    const file = path.join(dataDir, 'backups', file_name);
    flipped(file, file, Math.floor(statSync(file).size / 2));
    assertProblem(await ask(client, id), 409, 'backup_not_verified');
  });
});
