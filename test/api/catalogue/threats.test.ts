import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, newTestTemplate, placeOf, walk } from '../../support/missions/factories.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('threats of the catalogue that ships with the program', () => {
  let server: TestServer;
  let red: Person;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    red = await server.newPerson('redteam');
  });
  after(() => server.close());
  const read = async (path: string) => bodyOf(await red.client.get(`/api/v1${path}`), 200);

  it('counts them and names their version', async () => {
    const { version, threats } = await read('/catalog/status');
    assert.equal(version, '19.1');
    const { synced_at: _at, ...counts } = threats;
    assert.deepEqual(counts, { version: '18.1', groups: 172, campaigns: 52, software: 784 });
  });

  it('lists groups, campaigns and software by name, found by any of their names', async () => {
    for (const [path, kind, total] of [
      ['groups', 'group', 172],
      ['campaigns', 'campaign', 52],
      ['software', 'software', 784],
    ]) {
      const list = await read(`/catalog/${path}?limit=200`);
      assert.equal(list.total, total);
      const names = list.items.map(({ name }: { name: string }) => name.toLowerCase());
      assert.deepEqual(names, names.toSorted());
      assert.ok(list.items.every((item: { kind: string }) => item.kind === kind));
    }
    const { items } = await read('/catalog/groups?q=cozy%20bear');
    assert.deepEqual(
      items.map(({ external_id, name }: { external_id: string; name: string }) => [external_id, name]),
      [['G0016', 'APT29']],
    );
    assert.ok(items[0].techniques > 50);
  });

  it('shows one with its techniques, its software and its users', async () => {
    const group = await read('/catalog/groups/G0016');
    assert.equal(group.url, 'https://attack.mitre.org/groups/G0016');
    assert.ok(
      group.techniques.some(({ external_id }: { external_id: string }) => external_id === 'T1059.001'),
    );
    const campaign = group.related.find(({ kind }: { kind: string }) => kind === 'campaign');
    const back = await read(`/catalog/campaigns/${campaign.external_id}`);
    assert.ok(back.related.some(({ external_id }: { external_id: string }) => external_id === 'G0016'));
    const net = await read('/catalog/software/S0039');
    assert.deepEqual([net.name, net.software_type], ['Net', 'tool']);
  });

  it('names the threats that use a technique and the data components that detect it', async () => {
    const one = await read('/catalog/techniques/T1059.001/threats');
    assert.ok(one.groups.some(({ external_id }: { external_id: string }) => external_id === 'G0016'));
    assert.ok(one.data_components.includes('Process Creation'));
    const above = await read('/catalog/techniques/T1059/threats');
    assert.ok(above.groups.length > one.groups.length, 'the users of sub-techniques use the technique');
  });

  it('refuses an unknown threat', async () => {
    for (const path of [
      '/catalog/groups/G9999',
      '/catalog/groups/S0039',
      '/catalog/groups/nobody',
      '/catalog/techniques/T9999/threats',
    ]) {
      assert.equal((await red.client.get(`/api/v1${path}`)).status, 404, path);
    }
    assert.equal((await server.anonymous.get('/api/v1/catalog/groups')).status, 401);
  });

  it('plans from threats: techniques that most of them use first, with their templates', async () => {
    const own = await newTestTemplate(red.client, {
      catalog_tags: [{ kind: 'subtechnique', external_id: 'T1059.001' }],
    });
    const near = await newTestTemplate(red.client, {
      catalog_tags: [{ kind: 'technique', external_id: 'T1059' }],
    });
    const plan = await read('/test-templates/for-threats?threats=G0016,G0007&techniques=T1059.001,T9999');
    assert.deepEqual(plan.unknown, ['T9999']);
    assert.deepEqual(
      plan.threats.map(({ external_id }: { external_id: string }) => external_id),
      ['G0007', 'G0016'],
    );
    const [first] = plan.techniques;
    assert.equal(first.external_id, 'T1059.001');
    assert.equal(first.weight, 1, 'both use it, and it is on the list');
    assert.deepEqual(
      first.templates.map(({ id, by }: { id: string; by: string }) => [id, by]),
      [
        [own.id, 'technique'],
        [near.id, 'parent'],
      ],
    );
    type Planned = {
      external_id: string;
      weight: number;
      uses: number;
      executable: boolean;
      tactics: { name: string }[];
    };
    const order = plan.techniques.map(({ executable, weight, uses }: Planned) => [
      executable ? 1 : 0,
      weight,
      uses,
    ]);
    assert.deepEqual(
      order,
      order.toSorted(([a, b, c]: number[], [x, y, z]: number[]) => x! - a! || y! - b! || z! - c!),
      'executable ones first, then what more of the chosen use, then what more of the catalogue use',
    );
    const users = await read('/catalog/techniques/T1059.001/threats');
    assert.equal(first.uses, users.groups.length + users.campaigns.length + users.software.length);
    for (const { external_id, executable, tactics } of plan.techniques as Planned[]) {
      const isPreparation = tactics.every(({ name }) =>
        ['Reconnaissance', 'Resource Development'].includes(name),
      );
      assert.equal(executable, !isPreparation, external_id);
    }
    assert.ok(plan.techniques.some(({ executable }: Planned) => !executable));
  });

  it('refuses a selection that is empty, not a threat, or unknown', async () => {
    const choices: [query: string, says: RegExp][] = [
      ['', /threats/],
      ['?threats=', /threats/],
      ['?threats=T1059', /threats/],
      ['?threats=G9999', /G9999/],
      ['?techniques=G0016', /techniques/],
      [`?threats=${Array.from({ length: 101 }, (_, n) => `G${String(n).padStart(4, '0')}`)}`, /at most 100/],
    ];
    for (const [query, says] of choices) {
      const answer = await red.client.get(`/api/v1/test-templates/for-threats${query}`);
      assert.ok([400, 422].includes(answer.status), query);
      assert.match(JSON.stringify(answer.body), says, query);
    }
  });

  it('finds the gaps of an organisation: never tested, missed, not judged or logged only; a detected technique is no gap', async () => {
    const levels = bodyOf(await red.client.get('/api/v1/detection-levels'), 200);
    const levelOf = (key: string) => levels.find((level: { key: string }) => level.key === key).id;
    const soc = await server.newPerson('soc');
    const techniques = ['T1059.001', 'T1003.001', 'T1018', 'T1566.001'];
    const templates = [];
    for (const external_id of techniques) {
      const kind = external_id.includes('.') ? 'subtechnique' : 'technique';
      templates.push((await newTestTemplate(red.client, { catalog_tags: [{ kind, external_id }] })).id);
    }
    const mission = await newMission(red.client, {
      client: 'Gapped Ltd',
      tests: 0,
      test_template_ids: templates,
      members: [
        [red, 'red'],
        [soc, 'blue'],
      ],
    });
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
    const given = ['not_detected', 'logged', null, 'alerted'];
    for (const [index, key] of given.entries()) {
      const { path } = placeOf(mission, index);
      await walk(red.client, path, 'executed');
      if (key !== null) bodyOf(await soc.client.put(path, { detection_level_id: levelOf(key) }), 200);
    }
    const organisation = mission.organisation?.id;
    const gaps = await read(`/organisations/${organisation}/gaps?techniques=${techniques},T1021.001`);
    assert.equal(gaps.covered, 1);
    assert.deepEqual(
      gaps.gaps.map((gap: { external_id: string; reason: string; score: number }) => [
        gap.external_id,
        gap.reason,
        gap.score,
      ]),
      [
        ['T1021.001', 'never', 1],
        ['T1059.001', 'missed', 0.9],
        ['T1018', 'not_judged', 0.9],
        ['T1003.001', 'logged_only', 0.5],
      ],
    );
    assert.equal(gaps.gaps[0].last, null);
    assert.equal(gaps.gaps[1].last.mission.id, mission.id);
    const stranger = await server.newPerson('redteam');
    const hidden = await stranger.client.get(`/api/v1/organisations/${organisation}/gaps?techniques=T1018`);
    assert.notEqual(hidden.status, 500);
  });
});
