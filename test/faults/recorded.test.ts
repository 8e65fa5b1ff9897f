import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import type { Serving } from '../support/commands/command.ts';
import { registry } from '../support/http/registry.ts';
import { Client } from '../support/servers/server.ts';
import { randomFrom } from './random.ts';
import { workersOf } from './work.ts';
import type { Worker } from './worker.ts';
import { makeWorld, serve, type World } from './world.ts';
import { notTried, writes } from './writes.ts';

/** Writes with more or fewer history entries than requests; some by chance. */
const exceptions: Readonly<Record<string, number | readonly number[]>> = {
  // Beginning has no entry; an account and a sign-in, by nobody who was signed in.
  'POST /auth/provider/finish': 2,
  // An account, its sign-in, and the link; then another sign-in and the end of the link.
  'POST /auth/identities': 3,
  'DELETE /auth/identities/:identity_id': 5,
  // Renewals have no entry in the first hour of a session; these are an account and a sign-in.
  'POST /auth/renew': 2,
  'POST /auth/renewal': 2,
  // Three requests, the last of which reads the output; the other entries are an engagement, its C2, a simulation and the task.
  'POST /simulations/:simulation_id/c2/tasks/refresh': 5,
  // Two simulations, each with its task; the other entries are an engagement and its C2.
  'POST /engagements/:engagement_id/simulations/from-tasks': 6,
  // The named client is a new organisation, which also has an entry.
  'PATCH /missions/:mission_id': 2,
  // One entry for everything created or undone together.
  'POST /imports/:import_id/apply': 1,
  'POST /imports/:import_id/undo': 2,
  // Two executions: the scenario with its test, a run of it; then the next run, which is also begun; at times each has a file.
  'POST /missions/:mission_id/executions': [5, 7],
  // The alert as it was received and accepted, its evidence and its fact.
  'POST /missions/:mission_id/alerts/:alert_id/accept': 4,
  // An accepted one as above; its fact, its evidence and the alert go.
  'POST /missions/:mission_id/alert-deliveries/undo': 7,
  // Three of one that was not ours, and of an accepted one those four and as many of its undoing, less its receipt.
  'POST /missions/:mission_id/alerts/:alert_id/undo': 10,
  // The sighting, its file, its match, and the evidence and the fact that this makes.
  'POST /missions/:mission_id/sightings/:sighting_id/accept': 5,
  // Three of one that was not ours, and of a matched one those five and three of its undoing.
  'POST /missions/:mission_id/sightings/:sighting_id/undo': 11,
  // Two of the mission, then one of the scenario and of each of its three tests.
  'POST /missions/:mission_id/hide': 6,
  // Two of each mission, then one there and one here, of the scenario and of each of its three tests.
  'POST /missions/:mission_id/scenarios/:scenario_id/move': 12,
  // The same, but only the scenario has one in the mission of the original.
  'POST /missions/:mission_id/scenarios/:scenario_id/copy': 9,
  'POST /missions/:mission_id/tests/:test_id/copy': 6,
  // One entry for each template; the others are of the catalogue.
  'POST /starter-library': 95,
};

/** Requests that only start something and store nothing. */
const begins = /\/auth\/second-factor\/(totp|passkeys\/(offer|challenge))$/;

describe('the history of every write', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-recorded-'));
  let world: World;
  let server: Serving;
  let worker: Worker;
  let requests: string[] = [];
  before(async () => {
    world = await makeWorld(folder, 1);
    server = await serve(world.dataDir);
    worker = workersOf(world, server.url, randomFrom(1))[0] as Worker;
    const { request } = Client.prototype;
    Client.prototype.request = async function count(method, target, options) {
      const answer = await request.call(this, method, target, options);
      const { pathname } = new URL(target, server.url);
      if (method !== 'GET' && answer.status < 300 && !begins.test(pathname))
        requests.push(`${method} ${pathname}`);
      return answer;
    };
  });
  after(async () => {
    await server?.stop();
    world?.ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const entries = (): { object_type: string; verb: string; actor_name: string }[] => {
    const sqlite = new Sqlite(path.join(world.dataDir, 'damson.db'), { readonly: true });
    try {
      return sqlite
        .prepare('select object_type, verb, actor_name from audit_entries order by seq')
        .all() as never;
    } finally {
      sqlite.close();
    }
  };

  it('is tested for every operation that writes', () => {
    const written = registry()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path: at }) => `${method} ${at}`);
    const named = [...writes.map(({ route }) => route), ...Object.keys(notTried)];
    assert.deepEqual([...new Set(named)].sort(), [...new Set(written)].sort());
  });

  for (const write of writes) {
    it(`${write.route} is read again, and leaves one entry${write.inSlices ? ' for each slice' : ''}`, async () => {
      const count = entries().length;
      requests = [];
      await write.run(worker);
      const left = entries().slice(count);
      const sent = requests;
      // Looks again by further requests.
      requests = [];
      assert.deepEqual(await world.ledger.losses(new Client(server.url, world.token), 'fresh'), []);
      if (write.inSlices) {
        assert.ok(left.length > 1 && left.length < 100, `${left.length} entries`);
        assert.ok(left.every((entry) => entry.object_type === 'import' && entry.actor_name));
        return;
      }
      const told = `${sent.join(', ')} left ${JSON.stringify(left)}`;
      const expected = [exceptions[write.route] ?? sent.length].flat();
      assert.ok(expected.includes(left.length), told);
      if (exceptions[write.route] === undefined)
        assert.ok(
          left.every((entry) => entry.actor_name),
          told,
        );
    });
  }

  it('is compared with the acknowledged writes', async () => {
    const client = () => new Client(server.url, world.token);
    assert.deepEqual(await world.ledger.losses(client()), []);
    await server.stop();
    const sqlite = new Sqlite(path.join(world.dataDir, 'damson.db'));
    sqlite.exec('drop trigger audit_entries_are_kept');
    sqlite.exec(
      `delete from audit_entries where object_id = '${world.lanes[0]!.place.test}' and verb = 'moved'`,
    );
    sqlite.close();
    server = await serve(world.dataDir);
    const losses = await world.ledger.losses(client());
    assert.match(losses.join('\n'), new RegExp(`writes to ${world.lanes[0]!.place.test} were acknowledged`));
  });
});
