import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tactics } from '../../../domain/tactics.ts';
import type { Matrix } from '../../../server/catalogue/contract.ts';
import { newerEdition, olderEdition } from '../../support/fixtures/attack-editions.ts';
import {
  assertRefused,
  callers,
  type EngagementsServer,
  loadCatalogue,
  newSimulation,
  newSimulationTemplate,
  readSimulation,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const target = '/api/catalog/matrix';

type Entry = { external_id: string; name: string; tactics: Entry[]; technique: Entry };

/** Every entry of a list of the catalogue, page by page. */
async function entries(client: Client, list: string): Promise<Entry[]> {
  const all: Entry[] = [];
  for (;;) {
    const { items, total } = (await client.get(`/api/v1/catalog/${list}?limit=200&offset=${all.length}`))
      .body;
    all.push(...items);
    if (all.length >= total) return all;
  }
}

describe('the matrix', () => {
  let server: EngagementsServer;
  let admin: Client;
  let shown: Matrix;
  let tag: string;
  before(async () => {
    server = await startEngagementsServer();
    admin = server.admin.client;
    const answer = await admin.get(target);
    shown = bodyOf(answer, 200);
    tag = answer.headers.get('etag')!;
  });
  after(() => server.close());

  it('is for every role and nobody else', async () => {
    const statuses: string[] = [];
    for (const caller of callers)
      statuses.push(`${caller} ${(await server.client(caller).get(target)).status}`);
    assert.equal(statuses.join(', '), 'anonymous 401, admin 200, redteam 200, soc 200');
  });

  it('shows the tactics in canonical order, with the version', () => {
    assert.equal(shown.version, '19.1');
    assert.deepEqual(
      shown.tactics.map(({ id, name }) => ({ id, name })),
      tactics,
    );
    assert.equal(shown.tactics[11]?.short_name, 'collection');
  });

  it('shows every technique below each of its tactics, and every sub-technique below its technique', async () => {
    const ofTechniques = (await entries(admin, 'techniques')).flatMap((technique) =>
      technique.tactics.map((tactic) => `${tactic.external_id} ${technique.external_id} ${technique.name}`),
    );
    const ofSubtechniques = (await entries(admin, 'subtechniques')).flatMap((entry) =>
      entry.tactics.map(
        (tactic) => `${tactic.external_id} ${entry.technique.external_id} ${entry.external_id} ${entry.name}`,
      ),
    );
    assert.deepEqual(
      shown.tactics
        .flatMap((tactic) => tactic.techniques.map(({ id, name }) => `${tactic.id} ${id} ${name}`))
        .sort(),
      ofTechniques.sort(),
    );
    assert.deepEqual(
      shown.tactics
        .flatMap((tactic) =>
          tactic.techniques.flatMap((technique) =>
            technique.subtechniques.map(({ id, name }) => `${tactic.id} ${technique.id} ${id} ${name}`),
          ),
        )
        .sort(),
      ofSubtechniques.sort(),
    );
  });

  it('shows only the fields of its contract, techniques by name', () => {
    assert.deepEqual(Object.keys(shown), ['version', 'tactics']);
    for (const tactic of shown.tactics) {
      assert.deepEqual(Object.keys(tactic), ['id', 'name', 'short_name', 'techniques']);
      const names = tactic.techniques.map((technique) => technique.name);
      assert.deepEqual(names, names.toSorted());
      for (const technique of tactic.techniques) {
        assert.deepEqual(Object.keys(technique), ['id', 'name', 'subtechniques']);
        for (const entry of technique.subtechniques) assert.deepEqual(Object.keys(entry), ['id', 'name']);
      }
    }
  });

  const conditions: [what: string, header: (tag: string) => string, status: number][] = [
    ['the tag', (own) => own, 304],
    ['the tag among others', (own) => `"x", ${own}`, 304],
    ['the tag as a weak one', (own) => `W/${own}`, 304],
    ['anything', () => '*', 304],
    ['another tag', () => '"x"', 200],
    ['no tag', () => 'x', 200],
  ];
  for (const [what, header, status] of conditions) {
    it(`answers ${status} to If-None-Match with ${what}`, async () => {
      const answer = await admin.get(target, { 'if-none-match': header(tag) });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('etag'), tag);
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
      if (status === 304) assert.equal(answer.body, '');
      else assert.deepEqual(answer.body, shown);
    });
  }

  it('has a length that HEAD reports too', async () => {
    const whole = await admin.get(target);
    const head = await admin.request('HEAD', target);
    assert.equal(head.status, 200);
    assert.equal(head.body, '');
    assert.equal(head.headers.get('content-length'), whole.headers.get('content-length'));
    assert.equal(head.headers.get('etag'), tag);
    assert.match(whole.headers.get('content-type')!, /^application\/json/);
  });

  it('accepts no parameters', async () => {
    assertRefused(await admin.get(`${target}?tactic=TA0001`), 422, 'invalid');
  });

  it('has the same tag after a restart, and after a sync that changes nothing', async () => {
    await server.restart();
    assert.equal((await admin.get(target, { 'if-none-match': tag })).status, 304);
    await loadCatalogue(admin);
    assert.equal((await admin.get(target, { 'if-none-match': tag })).status, 304);
  });
});

describe('the matrix of a catalogue that changes', () => {
  let server: TestServer;
  let admin: Client;
  const importing = async (edition: object): Promise<void> => {
    const answer = await admin.request('POST', '/api/v1/catalog/import?allow_unverified=true', {
      raw: JSON.stringify(edition),
      headers: { 'content-type': 'application/json' },
    });
    bodyOf(answer, 200);
  };
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
  });
  after(() => server.close());

  const older: Matrix = {
    version: null,
    tactics: [
      {
        id: 'TA9001',
        name: 'Prowling',
        short_name: 'prowling',
        techniques: [
          { id: 'T9002', name: 'Cloaking', subtechniques: [] },
          {
            id: 'T9001',
            name: 'Peeking',
            subtechniques: [
              { id: 'T9001.001', name: 'Keyhole Peeking' },
              { id: 'T9001.002', name: 'Window Peeking' },
            ],
          },
        ],
      },
      {
        id: 'TA9002',
        name: 'Hiding',
        short_name: 'hiding',
        techniques: [
          { id: 'T9002', name: 'Cloaking', subtechniques: [] },
          { id: 'T9003', name: 'Vanishing', subtechniques: [{ id: 'T9003.001', name: 'Slow Vanishing' }] },
        ],
      },
    ],
  };
  const newer: Matrix = {
    version: '2.0',
    tactics: [
      {
        id: 'TA9003',
        name: 'Disarming',
        short_name: 'disarming',
        techniques: [{ id: 'T9001', name: 'Peering', subtechniques: [] }],
      },
      {
        id: 'TA9001',
        name: 'Prowling',
        short_name: 'prowling',
        techniques: [
          { id: 'T9001', name: 'Peering', subtechniques: [{ id: 'T9001.001', name: 'Keyhole Peeking' }] },
        ],
      },
      {
        id: 'TA9002',
        name: 'Lurking',
        short_name: 'lurking',
        techniques: [
          { id: 'T9004', name: 'Shadowing', subtechniques: [{ id: 'T9004.001', name: 'Long Shadowing' }] },
        ],
      },
    ],
  };

  it('is absent, then each edition in turn, then absent again', async () => {
    assertRefused(await admin.get(target), 503, 'catalogue_absent');
    assertRefused(await admin.get(target, { 'if-none-match': '*' }), 503, 'catalogue_absent');

    await importing(olderEdition());
    const first = await admin.get(target);
    assert.deepEqual(bodyOf(first, 200), older);

    await importing(newerEdition());
    const second = await admin.get(target, { 'if-none-match': first.headers.get('etag')! });
    assert.deepEqual(bodyOf(second, 200), newer);
    assert.notEqual(second.headers.get('etag'), first.headers.get('etag'));

    bodyOf(await admin.post('/api/v1/diag/reset'), 200);
    const gone = await admin.get(target, { 'if-none-match': second.headers.get('etag')! });
    assertRefused(gone, 503, 'catalogue_absent');
    assert.equal(gone.headers.get('etag'), null);

    await importing(olderEdition());
    const again = await admin.get(target);
    assert.deepEqual(again.body, older);
    assert.equal(again.headers.get('etag'), first.headers.get('etag'));
  });

  it('is one edition or the other while syncs go on', async () => {
    await importing(olderEdition());
    const read = new Set<string>();
    let running = true;
    const reader = (async () => {
      while (running) read.add(JSON.stringify(bodyOf(await admin.get(target), 200)));
    })();
    for (let round = 0; round < 2; round += 1) {
      await importing(newerEdition());
      assert.deepEqual((await admin.get(target)).body, newer);
      await importing(olderEdition());
      assert.deepEqual((await admin.get(target)).body, older);
    }
    running = false;
    await reader;
    for (const text of read) assert.ok([JSON.stringify(older), JSON.stringify(newer)].includes(text), text);
  });

  it('leaves out deprecated entries that a sync keeps only for simulations and their templates', async () => {
    await importing(olderEdition());
    const simulation = await newSimulation(admin, { techniques: [{ id: 'T9002' }, { id: 'T9001.002' }] });
    const template = await newSimulationTemplate(admin, { technique_ids: ['T9003.001', 'T9001'] });
    await importing(newerEdition());
    assert.deepEqual((await admin.get(target)).body, newer);
    const lurking = { id: 'TA9002', name: 'Lurking' };
    const prowling = { id: 'TA9001', name: 'Prowling' };
    assert.deepEqual((await readSimulation(admin, simulation.id)).techniques, [
      { id: 'T9002', name: 'Cloaking', tactics: [prowling, lurking] },
      { id: 'T9001.002', name: 'Window Peeking', tactics: [prowling] },
    ]);
    assert.deepEqual((await admin.get(`/api/templates/${template.id}`)).body.techniques, [
      { id: 'T9003.001', name: 'Slow Vanishing', tactics: [lurking] },
      { id: 'T9001', name: 'Peering', tactics: [{ id: 'TA9003', name: 'Disarming' }, prowling] },
    ]);
    const deprecated = (await admin.get('/api/v1/catalog/techniques?q=cloaking')).body.items;
    assert.deepEqual(
      deprecated.map((entry: { deprecated: boolean }) => entry.deprecated),
      [true],
    );
    const { body } = await admin.get('/api/catalog/techniques/search?q=cloaking');
    assert.deepEqual([body.items, body.total], [[], 0]);

    bodyOf(await admin.delete(`/api/simulations/${simulation.id}`), 204);
    await importing(newerEdition());
    assert.equal((await admin.get('/api/v1/catalog/techniques?q=cloaking')).body.total, 0);
  });
});
