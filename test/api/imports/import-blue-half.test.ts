import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const half = 'Only its blue side is written';

describe('a table of a mission that blue brings back', () => {
  let server: TestServer;
  let red: Person;
  let blue: Person;
  let mission: Mission;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    mission = await newMission(red.client, {
      client: 'Harbour',
      tests: 2,
      members: [
        [red, 'red'],
        [blue, 'blue'],
      ],
    });
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    bodyOf(await server.admin.client.post(tools, { name: 'Falcon', kind: 'edr' }), 201);
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
    const { path } = placeOf(mission);
    bodyOf(await red.client.put(path, { command: 'whoami', executed_at: '2026-11-20T09:30:00.000Z' }), 200);
    await walk(red.client, path, 'executed');
    const level = { kind: 'alerted', result: 'partial', rule_name: 'Old rule', note: 'By hand' };
    bodyOf(await blue.client.post(`${path}/facts`, level), 201);
  });
  after(() => server.close());

  const read = async (index: number) => bodyOf(await blue.client.get(placeOf(mission, index).path), 200);
  const table = (head: string, ...rows: string[]) => ({
    name: 'alerts.csv',
    content: [head, ...rows].join('\n'),
  });
  const idOf = (index: number) => placeOf(mission, index).test;
  const head = 'ID,Mission ID,Mission,Name,Run command,Alerted,Alert time,Tool,Severity,Rule,Blue comment';
  const whole = () =>
    table(
      head,
      `${idOf(0)},${mission.id},Mission,Renamed,id,yes,2026-11-20T09:32:00Z,Falcon,high,New rule,Seen in time`,
      `${idOf(1)},${mission.id},Mission,Second,,no,,,,,`,
      `${crypto.randomUUID()},${mission.id},Mission,Third,id,yes,,,,,`,
    );

  it('reports row by row which fields are written and which are not', async () => {
    const { id, totals } = await importFile(blue.client, whole());
    const rows = await rowsOf(blue.client, id);
    assert.deepEqual(
      rows.map(({ what, action, edited }) => [what, action, edited]),
      [
        ['mission', 'same', false],
        ['test', 'changed', true],
        ['test', 'changed', true],
        ['test', 'refused', false],
      ],
    );
    assert.ok(rows[1]?.why.startsWith(half), rows[1]?.why);
    assert.equal(rows[3]?.why, 'You may not import it: it needs the permission mission.update');
    assert.deepEqual([totals.changed, totals.refused], [2, 1]);
  });

  it('writes only the blue side and removes nothing', async () => {
    const before = await read(0);
    const { id } = await importFile(blue.client, whole());
    const applied = await applyImport(blue.client, id, { overwrite: 'all' });
    assert.equal(applied.status, 'applied', JSON.stringify(applied));
    const rows = await rowsOf(blue.client, id);
    assert.deepEqual(rows[1]?.leftover.at(-1), 'plan, red’s half and evidence: not written');
    const test = await read(0);
    for (const field of ['name', 'command', 'executed_at', 'status', 'suggested_command'])
      assert.deepEqual(test[field], before[field], field);
    assert.equal(test.blue_comment, 'Seen in time');
    assert.deepEqual(
      test.facts.map(({ kind, result, at, tool, rule_name, severity, note }: Record<string, unknown>) => [
        kind,
        result,
        at,
        (tool as { name: string } | null)?.name ?? null,
        rule_name,
        severity,
        note,
      ]),
      [
        ['alerted', 'partial', null, null, 'Old rule', null, 'By hand'],
        ['alerted', 'yes', '2026-11-20T09:32:00.000Z', 'Falcon', 'New rule', 'high', null],
      ],
    );
    assert.deepEqual(
      [test.detection_level.key, test.detection_level_source, test.detected_at],
      ['alerted', 'derived', '2026-11-20T09:32:00.000Z'],
    );
    assert.equal((await read(1)).facts[0].result, 'no');
    const { items } = bodyOf(
      await red.client.get(`/api/v1/missions/${mission.id}/history?test_id=${idOf(0)}`),
      200,
    );
    assert.deepEqual(items[0].actor.id, blue.id);
  });

  it('changes nothing a second time', async () => {
    const before = await read(0);
    const { id } = await importFile(blue.client, whole());
    await applyImport(blue.client, id, { overwrite: 'all' });
    assert.deepEqual(await read(0), before);
  });

  it('is not overwritten unless blue says so', async () => {
    const before = await read(1);
    const row = `${idOf(1)},${mission.id},Mission,Second,,yes,,,,,`;
    const { id } = await importFile(blue.client, table(head, row));
    await applyImport(blue.client, id);
    assert.deepEqual(await read(1), before);
  });

  it('is refused in a locked mission and to non-members', async () => {
    const stranger = await server.newPerson('soc');
    const row = `${idOf(1)},${mission.id},Mission,Second,,yes,,,,,`;
    const theirs = await importFile(stranger.client, table(head, row));
    assert.equal(theirs.totals.refused, 2);
    assertProblem(await stranger.client.post(`/api/v1/imports/${theirs.id}/apply`, {}), 403, 'forbidden');
    const before = await read(1);
    const lock = { status: 'completed', lock: true };
    bodyOf(await red.client.post(`/api/v1/missions/${mission.id}/transition`, lock), 200);
    const { id } = await importFile(blue.client, table(head, row));
    await applyImport(blue.client, id, { overwrite: 'all' });
    const rows = await rowsOf(blue.client, id);
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['same', 'refused'],
    );
    assert.deepEqual((await read(1)).facts, before.facts);
  });
});
