import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '../../support/catalogue/bundle-host.ts';
import {
  ids,
  newer,
  older,
  refused,
  root,
  shareCatalogue,
  unverified,
} from '../../support/catalogue/catalogue.ts';
import { startTestServer } from '../../support/servers/server.ts';

describe('catalogue', () => {
  const catalogue = shareCatalogue();
  const { sync, importing } = catalogue;

  it('is empty before the first sync', async () => {
    assert.deepEqual((await catalogue.soc.get(`${root}/status`)).body, {
      last_sync: null,
      version: null,
      source_url: null,
      default_url: `${catalogue.host.url}/pinned-9.9.json`,
      default_version: '9.9',
      counts: { tactics: 0, techniques: 0, subtechniques: 0 },
      threats: null,
    });
    for (const list of ['tactics', 'techniques', 'subtechniques']) {
      const answer = await catalogue.soc.get(`${root}/${list}`);
      assert.deepEqual(answer.body, { items: [], total: 0, limit: 50, offset: 0 });
    }
  });

  it('is read by every signed-in user and by nobody else', async () => {
    for (const list of ['tactics', 'techniques', 'subtechniques', 'status']) {
      assert.equal((await catalogue.server.anonymous.get(`${root}/${list}`)).status, 401);
      assert.equal((await catalogue.soc.get(`${root}/${list}`)).status, 200);
    }
  });

  it('is synchronised by people with catalog.sync', async () => {
    const red = await catalogue.server.newPerson('redteam');
    const granted = await catalogue.server.newPerson('soc', { permissions: ['catalog.sync'] });
    for (const [client, status] of [
      [catalogue.server.anonymous, 401],
      [catalogue.soc, 403],
      [red.client, 403],
      [granted.client, 200],
    ] as const) {
      assert.equal((await client.post(`${root}/sync`, {})).status, status);
      const answer = await client.request('POST', `${root}/import?allow_unverified=true`, {
        raw: newer,
        headers: { 'content-type': 'application/json' },
      });
      assert.equal(answer.status, status);
    }
  });

  it('answers a sync with its counts, which the status shows from then on', async () => {
    const before = Date.now();
    const answer = await sync({
      source: `${catalogue.host.url}/attack-1.0.json`,
      expected_sha256: sha256(older).toUpperCase(),
    });
    const { last_sync, ...result } = answer.body;
    assert.deepEqual(result, {
      version: '1.0',
      source_url: `${catalogue.host.url}/attack-1.0.json`,
      sha256: sha256(older),
      verified: true,
      counts: { tactics: 2, techniques: 3, subtechniques: 3 },
      changes: { added: 8, updated: 0, deprecated: 0 },
    });
    assert.ok(Date.parse(last_sync) >= before);
    const status = (await catalogue.soc.get(`${root}/status`)).body;
    assert.deepEqual(
      { ...status, default_url: undefined, default_version: undefined },
      {
        last_sync,
        version: '1.0',
        source_url: `${catalogue.host.url}/attack-1.0.json`,
        counts: result.counts,
        threats: null,
        default_url: undefined,
        default_version: undefined,
      },
    );
    const again = await sync({ source: `${catalogue.host.url}/attack-1.0.json`, ...unverified });
    assert.equal(again.body.verified, false);
    assert.deepEqual(again.body.changes, { added: 0, updated: 0, deprecated: 0 });
    assert.ok(again.body.last_sync > last_sync);
  });

  it('lists tactics in the order of the matrix', async () => {
    await importing(newer);
    assert.deepEqual((await catalogue.soc.get(`${root}/tactics?limit=2`)).body, {
      items: [
        {
          kind: 'tactic',
          external_id: 'TA9003',
          name: 'Disarming',
          description: null,
          url: 'https://attack.mitre.org/tactics/TA9003',
          deprecated: false,
        },
        {
          kind: 'tactic',
          external_id: 'TA9001',
          name: 'Prowling',
          description: null,
          url: 'https://attack.mitre.org/tactics/TA9001',
          deprecated: false,
        },
      ],
      total: 3,
      limit: 2,
      offset: 0,
    });
    assert.deepEqual(ids(await catalogue.soc.get(`${root}/tactics?offset=2`)), ['TA9002']);
  });

  it('lists techniques with all their tactics, by tactic and by text', async () => {
    await importing(older);
    const all = await catalogue.soc.get(`${root}/techniques`);
    assert.deepEqual(ids(all), ['T9001', 'T9002', 'T9003']);
    assert.deepEqual(all.body.items[1], {
      kind: 'technique',
      external_id: 'T9002',
      name: 'Cloaking',
      description: 'How Cloaking is done.',
      url: 'https://attack.mitre.org/techniques/T9002',
      deprecated: false,
      tactics: [
        { external_id: 'TA9001', name: 'Prowling' },
        { external_id: 'TA9002', name: 'Hiding' },
      ],
    });
    for (const [query, expected] of [
      ['tactic=TA9001', ['T9001', 'T9002']],
      ['tactic=hiding', ['T9002', 'T9003']],
      ['tactic=Hiding', []],
      ['tactic=T9001', []],
      ['tactic=TA9999', []],
      ['tactic=', []],
      ['q=KING', ['T9001', 'T9002']],
      ['q=t9003', ['T9003']],
      ['q=9001.001', []],
      ['q=_', []],
      ['q=%25', []],
      ['q=hiding', []],
      ['q=clo&tactic=hiding', ['T9002']],
      ['limit=1&offset=1', ['T9002']],
      ['offset=50', []],
    ] as const) {
      assert.deepEqual(ids(await catalogue.soc.get(`${root}/techniques?${query}`)), expected, query);
    }
    assert.equal((await catalogue.soc.get(`${root}/techniques?limit=1&tactic=hiding`)).body.total, 2);
  });

  it('lists sub-techniques with their technique and tactics', async () => {
    await importing(older);
    const all = await catalogue.soc.get(`${root}/subtechniques`);
    assert.deepEqual(ids(all), ['T9001.001', 'T9001.002', 'T9003.001']);
    assert.deepEqual(all.body.items[2], {
      kind: 'subtechnique',
      external_id: 'T9003.001',
      name: 'Slow Vanishing',
      description: 'How Slow Vanishing is done.',
      url: 'https://attack.mitre.org/techniques/T9003/001',
      deprecated: false,
      technique: { external_id: 'T9003', name: 'Vanishing' },
      tactics: [{ external_id: 'TA9002', name: 'Hiding' }],
    });
    for (const [query, expected] of [
      ['technique=T9001', ['T9001.001', 'T9001.002']],
      ['technique=T9001&q=window', ['T9001.002']],
      ['technique=T9999', []],
      ['technique=TA9001', []],
      ['technique=T9001.001', []],
      ['q=peek&limit=1', ['T9001.001']],
      ['q=.001', ['T9001.001', 'T9003.001']],
    ] as const) {
      assert.deepEqual(ids(await catalogue.soc.get(`${root}/subtechniques?${query}`)), expected, query);
    }
  });

  it('refuses an unknown query', async () => {
    for (const query of [
      'tactics?q=a',
      'tactics?limit=0',
      'techniques?limit=201',
      'techniques?offset=-1',
      'techniques?technique=T9001',
      'techniques?tactic=a&tactic=b',
      `techniques?q=${'x'.repeat(201)}`,
      `techniques?tactic=${'x'.repeat(101)}`,
      'subtechniques?tactic=TA9001',
      'status?limit=1',
    ]) {
      assert.equal((await catalogue.soc.get(`${root}/${query}`)).status, 422, query);
    }
  });

  it('loads the bundled catalogue with the set-up', async () => {
    const fresh = await startTestServer({ loadCatalog: true });
    try {
      assert.equal((await fresh.admin.client.get(`${root}/status`)).body.version, '19.1');
    } finally {
      await fresh.close();
    }
  });

  it('names tags, each once, and reports the first that is no entry of its kind', async () => {
    await importing(older);
    const tagged = (...catalog_tags: unknown[]) =>
      catalogue.admin.post('/api/v1/test-templates', { name: 'Tagged', catalog_tags });
    const hiding = { kind: 'tactic', external_id: 'TA9002' };
    const peeking = { kind: 'technique', external_id: 'T9001' };
    const keyhole = { kind: 'subtechnique', external_id: 'T9001.001' };
    assert.deepEqual((await tagged(keyhole, hiding, keyhole, peeking, hiding)).body.catalog_tags, [
      { ...keyhole, name: 'Keyhole Peeking' },
      { ...hiding, name: 'Hiding' },
      { ...peeking, name: 'Peeking' },
    ]);
    for (const wrong of [
      { kind: 'technique', external_id: 'T9999' },
      { kind: 'technique', external_id: 'T9001.001' },
      { kind: 'tactic', external_id: 'T9001' },
      { kind: 'tactic', external_id: 'hiding' },
    ]) {
      refused(await tagged(hiding, peeking, wrong), 'catalog_tags.2', new RegExp(wrong.external_id));
    }
  });
});
