import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import type { Mission } from '../../../server/missions/contract.ts';
import { applyImport, importFile, rowsOf, settled } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, newTestTemplate, placeOf, walk } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const columns = [
  'entry_identifier',
  'start_date',
  'end_date',
  'source_ip',
  'dest_ip',
  'tool',
  'user_context',
  'command',
  'description',
  'output',
  'comments',
  'operator_name',
  'tags',
];
const line = (
  id: string,
  command: string,
  tags: string,
  { host = 'ws1', start = '2026-11-03 09:15:30+00:00', end = '2026-11-03 09:16:00+00:00' } = {},
) =>
  [id, start, end, 'kali', host, '', 'CORP\\alice', command, '', `out of ${command}`, '', 'rhea', tags]
    .map((cell) => `"${cell}"`)
    .join(',');
const log = (...lines: string[]) => ({
  name: 'oplog.csv',
  content: `${[columns.join(','), ...lines].join('\r\n')}\r\n`,
});

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

let server: TestServer;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
});
after(() => server.close());

describe('a log of executions', () => {
  it('becomes a mission for the chosen organisation', async () => {
    const red = await server.newPerson('redteam');
    const entry = await importFile(red.client, log(line('1', 'whoami', 'T1033')));
    await applyImport(red.client, entry.id, { client: 'Orchard' });
    const { items } = bodyOf(await red.client.get('/api/v1/missions'), 200);
    assert.deepEqual(
      items.map((mission: Mission) => [mission.client, mission.organisation?.name]),
      [['Orchard', 'Orchard']],
    );
  });

  it('fills matching pending tests of a chosen mission, each once', async () => {
    const red = await server.newPerson('redteam');
    const templates = [];
    for (const [name, command, external_id] of [
      ['Who am I', 'whoami /all', 'T1033'],
      ['Scripts', 'powershell -c 1', 'T1059.001'],
      ['Done before', 'whoami /all', 'T1033'],
    ] as const) {
      const kind = external_id.includes('.') ? 'subtechnique' : 'technique';
      templates.push(
        (await newTestTemplate(red.client, { name, command, catalog_tags: [{ kind, external_id }] })).id,
      );
    }
    const mission = await newMission(red.client, {
      tests: 0,
      test_template_ids: templates,
      members: [[red, 'red']],
    });
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
    await walk(red.client, placeOf(mission, 2).path, 'executed');

    const given = log(
      line('1', 'powershell.exe -enc AAAA', 'T1059.001'),
      line('2', 'WHOAMI  /all', ''),
      line('3', 'nothing like it', 'T1003.001'),
    );
    const ready = await importFile(red.client, given);
    assert.equal(ready.format, 'ghostwriter', JSON.stringify(ready));
    const applied = await applyImport(red.client, ready.id, { mission_id: mission.id });
    assert.equal(applied.status, 'applied', JSON.stringify(applied));
    assert.deepEqual(applied.totals, { new: 2, same: 0, changed: 0, refused: 1, left_out: 0 });
    const read = async (index: number) => bodyOf(await red.client.get(placeOf(mission, index).path), 200);
    const [who, scripts, done] = [await read(0), await read(1), await read(2)];
    assert.deepEqual(
      [who.status, who.command, who.output, who.target_host, who.operator, who.executed_at],
      ['executed', 'WHOAMI  /all', 'out of WHOAMI  /all', 'ws1', 'rhea', '2026-11-03T09:15:30.000Z'],
    );
    assert.equal(scripts.command, 'powershell.exe -enc AAAA');
    assert.equal(done.command, null, 'what was executed already is nobody’s to write over');
    const [refused] = await rowsOf(red.client, ready.id, '&action=refused');
    assert.match(refused.why, /no pending test/i);

    const again = await importFile(red.client, given);
    const second = await applyImport(red.client, again.id, { mission_id: mission.id });
    assert.equal(second.totals.new, 0, JSON.stringify(second.totals));
    const counts = bodyOf(await red.client.get(`/api/v1/missions/${mission.id}`), 200).counts;
    assert.equal(counts.executed, 3);
  });

  it('fills the test with the same host and the closest time among several matches', async () => {
    const red = await server.newPerson('redteam');
    const plans = [
      { target_host: 'ws9', started_at: '2026-11-03T09:00:00Z' },
      {},
      { started_at: '2026-11-05T09:00:00Z' },
      { started_at: '2026-11-03T10:00:00Z' },
      { target_host: 'WS1', started_at: '2026-11-09T09:00:00Z' },
      { target_host: 'ws1', started_at: '2026-11-04T09:00:00Z' },
    ];
    const templates = [];
    for (const [index] of plans.entries()) {
      templates.push((await newTestTemplate(red.client, { name: `Test ${index}`, command: 'id' })).id);
    }
    const mission = await newMission(red.client, {
      tests: 0,
      test_template_ids: templates,
      members: [[red, 'red']],
    });
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
    for (const [index, plan] of plans.entries()) {
      bodyOf(await red.client.put(placeOf(mission, index).path, plan), 200);
    }
    const given = log(
      ...['a', 'b', 'c', 'd', 'e'].map((id) => line(id, 'id', '')),
      line('f', 'id', '', { host: '', start: '2026-11-03 09:10:00+00:00' }),
    );
    const ready = await importFile(red.client, given);
    const applied = await applyImport(red.client, ready.id, { mission_id: mission.id });
    assert.equal(applied.totals.new, 6, JSON.stringify(applied));
    const placed = (await rowsOf(red.client, ready.id)).map((row) => row.object.id);
    const expected = [5, 4, 3, 2, 1, 0].map((index) => placeOf(mission, index).test);
    assert.deepEqual(placed, expected);
  });

  it('brings its recordings to a new mission, and to the tests of a chosen one', async () => {
    const red = await server.newPerson('redteam');
    const cast = (text: string) =>
      `${JSON.stringify({ version: 2, width: 80, height: 24 })}\n${JSON.stringify([0.5, 'o', text])}\n`;
    const table = log(line('gw-1', 'whoami', ''), line('gw-2', 'ls', ''), line('gw-3', 'nowhere', ''));
    const files = {
      [table.name]: table.content,
      'recordings/gw-1.cast': cast('corp\\alice'),
      'recordings/gw-2.cast': cast('a.txt'),
      'recordings/gw-3.cast': cast('nothing'),
    };
    const archive = {
      name: 'oplog.zip',
      content: Uint8Array.from(
        zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
      ),
    };
    const recordingsOf = async (path: string) => {
      const { evidence } = bodyOf(await red.client.get(path), 200);
      return evidence.map(({ file_name, side }: { file_name: string; side: string }) => [file_name, side]);
    };
    const templates = [];
    for (const command of ['ls', 'whoami'])
      templates.push((await newTestTemplate(red.client, { name: command, command })).id);
    const mission = await newMission(red.client, {
      tests: 0,
      test_template_ids: templates,
      members: [[red, 'red']],
    });
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
    const onto = await importFile(red.client, archive);
    const filled = await applyImport(red.client, onto.id, { mission_id: mission.id });
    assert.deepEqual([filled.status, filled.totals.new, filled.totals.refused], ['applied', 2, 1]);
    assert.deepEqual(await recordingsOf(placeOf(mission, 0).path), [['gw-2.cast', 'red']]);
    assert.deepEqual(await recordingsOf(placeOf(mission, 1).path), [['gw-1.cast', 'red']]);
    const { evidence } = bodyOf(await red.client.get(placeOf(mission, 1).path), 200);
    assert.equal(evidence[0].sha256, digestOf(files['recordings/gw-1.cast']));
    assert.equal((await red.client.get(`/api/v1/evidence/${evidence[0].id}`)).status, 200);

    const other = await server.newPerson('redteam');
    const ready = await importFile(other.client, archive);
    const made = await applyImport(other.client, ready.id);
    assert.deepEqual([made.status, made.totals.new], ['applied', 3]);
    const rows = await rowsOf(other.client, ready.id);
    for (const [index, row] of rows.entries()) {
      const { object } = row;
      const test = bodyOf(
        await other.client.get(`/api/v1/missions/${object.mission_id}/tests/${object.id}`),
        200,
      );
      assert.deepEqual(
        test.evidence.map(({ file_name }: { file_name: string }) => file_name),
        [`gw-${index + 1}.cast`],
      );
    }
  });

  it('becomes a new mission by default', async () => {
    const red = await server.newPerson('redteam');
    const ready = await importFile(red.client, log(line('7', 'id', 'T1033'), line('8', 'ls', '')));
    const applied = await applyImport(red.client, ready.id);
    assert.deepEqual(
      applied.totals,
      { new: 2, same: 0, changed: 0, refused: 0, left_out: 0 },
      JSON.stringify(applied),
    );
    const [row] = await rowsOf(red.client, ready.id);
    const list = bodyOf(await red.client.get('/api/v1/missions'), 200);
    assert.equal(list.total, 1);
    const mission = bodyOf(await red.client.get(`/api/v1/missions/${list.items[0].id}`), 200);
    assert.equal(mission.counts.executed, 2);
    assert.ok(row.object, JSON.stringify(row));
  });

  it('never fills another person’s mission or an archived one, and is refused to blue', async () => {
    const [red, stranger, soc] = [
      await server.newPerson('redteam'),
      await server.newPerson('redteam'),
      await server.newPerson('soc', { permissions: ['mission.create', 'test_template.create'] }),
    ];
    const templates = [];
    for (const name of ['First', 'Second']) {
      templates.push((await newTestTemplate(red.client, { name, command: 'id' })).id);
    }
    const mission = await newMission(red.client, {
      tests: 0,
      test_template_ids: templates,
      members: [
        [red, 'red'],
        [soc, 'blue'],
      ],
    });
    const entries = (name: string) => log(line(name, 'id', ''));
    const tried = async (client: typeof red.client, name: string) => {
      const ready = await importFile(client, entries(name));
      const begun = await client.post(`/api/v1/imports/${ready.id}/apply`, {
        choices: { mission_id: mission.id },
      });
      if (begun.status !== 202) return begun.status;
      const { status, totals, problem } = await settled(client, ready.id);
      return JSON.stringify({ status, totals, problem });
    };
    const untouched = async (index: number) => {
      const { body } = await red.client.get(placeOf(mission, index).path);
      assert.deepEqual([body.status, body.command], ['pending', null]);
    };
    for (const [who, client] of [
      ['a stranger', stranger.client],
      ['blue', soc.client],
    ] as const) {
      await tried(client, who);
      await untouched(0);
    }
    assert.match(String(await tried(red.client, 'red')), /"new":1/, 'the entry does fit the test');
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress', 'completed', 'archived');
    await tried(red.client, 'red again');
    await untouched(1);
  });
});
