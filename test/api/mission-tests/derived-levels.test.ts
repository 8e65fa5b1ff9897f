import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, type Place, placeOf, readTest, told } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const now = Date.parse('2026-11-20T09:30:00.000Z');
let server: TestServer;
let admin: Client;
let soc: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  soc = await server.newPerson('soc');
});
after(() => server.close());

let made = 0;
async function newPlace(): Promise<Place & { organisation: string; facts: string }> {
  made += 1;
  const mission = await newMission(admin, { client: `Client ${made}`, members: [soc] });
  const place = placeOf(mission);
  return { ...place, organisation: mission.organisation?.id ?? '', facts: `${place.path}/facts` };
}

async function levelOf(place: Place): Promise<unknown> {
  const test = await readTest(admin, place);
  return [test.detection_level?.key ?? null, test.detection_level_source, test.detected_at];
}

async function levelId(key: string): Promise<string> {
  const levels = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
  return levels.find((level: { key: string }) => level.key === key).id;
}

describe('the detection level', () => {
  it('follows the facts while nobody has set it, and its time the earliest sighting', async () => {
    const place = await newPlace();
    const [early, late] = ['2026-11-20T09:31:00.000Z', '2026-11-20T09:35:00.000Z'];
    assert.deepEqual(await levelOf(place), [null, null, null]);
    const alert = { kind: 'alerted', result: 'yes', at: late };
    const alerted = bodyOf(await soc.client.post(place.facts, alert), 201);
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', late]);
    await soc.client.post(place.facts, { kind: 'detected', result: 'yes', at: early });
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', early]);
    await soc.client.patch(`${place.facts}/${alerted.id}`, { result: 'no' });
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', early]);
  });

  it('that a person set stays regardless of the facts, and follows them again once it is reset', async () => {
    const place = await newPlace();
    await soc.client.put(place.path, { detection_level_id: await levelId('logged') });
    assert.deepEqual(await levelOf(place), ['logged', 'set', null]);
    await soc.client.post(place.facts, { kind: 'prevented', result: 'yes' });
    assert.deepEqual(await levelOf(place), ['logged', 'set', null]);
    await soc.client.put(place.path, { detection_level_id: null });
    assert.deepEqual(await levelOf(place), ['prevented', 'derived', null]);
    await soc.client.post(place.facts, { kind: 'alerted', result: 'no' });
    assert.deepEqual((await readTest(admin, place)).detection_level?.key, 'prevented');
  });

  it('that a person set follows the facts again when requested, by blue only', async () => {
    const place = await newPlace();
    const early = '2026-11-20T08:00:00.000Z';
    const red = await server.newPerson('redteam');
    const derived = { detection_level_source: 'derived' };
    await soc.client.post(place.facts, { kind: 'alerted', result: 'yes', at: early });
    await soc.client.put(place.path, { detection_level_id: await levelId('prevented') });
    assert.equal((await red.client.put(place.path, derived)).status, 403);
    const both = { ...derived, detection_level_id: await levelId('logged') };
    assert.deepEqual(told(await soc.client.put(place.path, both)), [
      422,
      'invalid',
      'detection_level_source',
    ]);
    assert.equal((await soc.client.put(place.path, { detection_level_source: 'set' })).status, 422);
    assert.deepEqual(await levelOf(place), ['prevented', 'set', early]);
    await soc.client.put(place.path, derived);
    assert.deepEqual(await levelOf(place), ['alerted', 'derived', early]);

    const bare = await newPlace();
    await soc.client.put(bare.path, { detection_level_id: await levelId('logged') });
    await soc.client.put(bare.path, derived);
    assert.deepEqual(await levelOf(bare), [null, null, null]);
  });

  it('that replaces a derived one creates no facts and belongs to the person', async () => {
    const place = await newPlace();
    await soc.client.post(place.facts, { kind: 'alerted', result: 'yes' });
    await soc.client.put(place.path, { detection_level_id: await levelId('prevented'), blue_comment: 'x' });
    const test = await readTest(admin, place);
    assert.deepEqual([test.detection_level?.key, test.detection_level_source], ['prevented', 'set']);
    assert.equal(test.facts.length, 1);
  });
});

type Entry = { object_type: string; verb: string; changes: Record<string, unknown> | null };

describe('settling at review', () => {
  const review = { status: 'reviewed_by_blue' };
  const newExecuted = async (): Promise<Awaited<ReturnType<typeof newPlace>>> => {
    const place = await newPlace();
    bodyOf(await admin.post(`${place.path}/transition`, { status: 'executed' }), 200);
    return place;
  };
  const factsOf = async (place: Awaited<ReturnType<typeof newPlace>>) =>
    (await readTest(admin, place)).facts.map(({ kind, result, settled, at }) => [kind, result, settled, at]);

  const table: [settle: string | undefined, facts: unknown[], level: string | null][] = [
    [undefined, [], null],
    ['open', [], null],
    [
      'no',
      [
        ['alerted', 'no', true, null],
        ['logged', 'no', true, null],
      ],
      'not_detected',
    ],
    [
      'not_tested',
      [
        ['alerted', 'not_tested', true, null],
        ['logged', 'not_tested', true, null],
      ],
      null,
    ],
  ];
  for (const [settle, facts, level] of table) {
    it(`with ${settle ?? 'no setting'} leaves ${facts.length} answers`, async () => {
      const place = await newExecuted();
      const moved = bodyOf(
        await soc.client.post(`${place.path}/transition`, { ...review, ...(settle && { settle }) }),
        200,
      );
      assert.equal(moved.status, 'reviewed_by_blue');
      assert.deepEqual(await factsOf(place), facts);
      assert.equal(moved.status, 'reviewed_by_blue');
      assert.equal((await readTest(admin, place)).detection_level?.key ?? null, level);
    });
  }

  it('answers the expected kinds and keeps existing answers', async () => {
    const place = await newExecuted();
    const expectations = [
      { kind: 'prevented', result: 'yes' },
      { kind: 'alerted', result: 'yes' },
    ];
    bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
    bodyOf(await soc.client.post(place.facts, { kind: 'alerted', result: 'partial' }), 201);
    bodyOf(await soc.client.post(`${place.path}/transition`, { ...review, settle: 'no' }), 200);
    assert.deepEqual(await factsOf(place), [
      ['alerted', 'partial', false, null],
      ['prevented', 'no', true, null],
    ]);
  });

  it('is recorded, and an answer changed by a person belongs to them', async () => {
    const place = await newExecuted();
    bodyOf(await soc.client.post(`${place.path}/transition`, { ...review, settle: 'no' }), 200);
    const [first] = (await readTest(admin, place)).facts;
    const changed = bodyOf(await soc.client.patch(`${place.facts}/${first?.id}`, { result: 'yes' }), 200);
    assert.equal(changed.settled, false);
    const history = bodyOf(
      await admin.get(`/api/v1/missions/${place.mission}/history?test_id=${place.test}`),
      200,
    );
    const made = (history.items as Entry[]).filter(
      ({ object_type, verb }) => object_type === 'fact' && verb === 'created',
    );
    assert.deepEqual(
      made.map(({ changes }) => changes?.settled),
      [
        [null, true],
        [null, true],
      ],
    );
  });

  it('is refused for any other move, which then changes nothing', async () => {
    const place = await newPlace();
    const refused = await admin.post(`${place.path}/transition`, { status: 'executed', settle: 'no' });
    assert.deepEqual(told(refused), [422, 'invalid', 'settle']);
    assert.equal((await readTest(admin, place)).status, 'pending');
    const unknown = await soc.client.post(`${place.path}/transition`, { ...review, settle: 'maybe' });
    assert.deepEqual(told(unknown), [422, 'invalid', 'settle']);
  });

  it('is asked for by default, unless the mission says otherwise', async () => {
    const { mission } = await newPlace();
    const path = `/api/v1/missions/${mission}`;
    assert.equal(bodyOf(await admin.get(path), 200).settle_at_review, 'ask');
    for (const settle_at_review of ['no', 'open', 'ask']) {
      assert.equal(
        bodyOf(await admin.patch(path, { settle_at_review }), 200).settle_at_review,
        settle_at_review,
      );
    }
    assert.deepEqual(told(await admin.patch(path, { settle_at_review: 'yes' })), [
      422,
      'invalid',
      'settle_at_review',
    ]);
  });
});
