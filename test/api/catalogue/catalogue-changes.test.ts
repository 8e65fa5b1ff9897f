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
import { bodyOf } from '../../support/missions/factories.ts';

describe('changes of the catalogue', () => {
  const catalogue = shareCatalogue();
  const { sync, importing } = catalogue;

  it('is read in its old or its new state during a synchronisation', async () => {
    await importing(older);
    const techniques = async () => JSON.stringify(ids(await catalogue.soc.get(`${root}/techniques`)));
    const before = await techniques();
    const seen = new Set<string>();
    let isOver = false;
    const syncing = importing(newer).finally(() => {
      isOver = true;
    });
    while (!isOver) seen.add(await techniques());
    bodyOf(await syncing, 200);
    const after = await techniques();
    assert.notEqual(before, after);
    assert.deepEqual(
      [...seen].filter((shown) => shown !== before && shown !== after),
      [],
    );
  });

  it('runs one sync at a time and shows the old catalogue until the new one is complete', async () => {
    await importing(older);
    catalogue.release = null;
    const first = sync({ source: `${catalogue.host.url}/slow.json`, expected_sha256: sha256(newer) });
    let isOver = false;
    void first.then(() => {
      isOver = true;
    });
    while (catalogue.release === null && !isOver) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(catalogue.release, 'the sync ended before it asked');
    for (const answer of [
      await sync({ source: 'bundled' }),
      await sync(),
      await sync({ source: `${catalogue.host.url}/newer.json`, ...unverified }),
      await importing(older),
    ]) {
      assert.equal(answer.status, 409, JSON.stringify(answer.body));
      assert.equal(answer.body.code, 'sync_running');
    }
    // Faults of a request are reported before conflicts.
    refused(await sync({ source: '../newer.json' }), 'source', /must be/);
    assert.deepEqual(ids(await catalogue.soc.get(`${root}/techniques`)), ['T9001', 'T9002', 'T9003']);
    assert.equal((await catalogue.soc.get(`${root}/status`)).body.counts.tactics, 2);
    (catalogue.release as () => void)();
    assert.equal((await first).status, 200);
    assert.deepEqual(ids(await catalogue.soc.get(`${root}/techniques`)), ['T9001', 'T9004']);
    assert.equal((await sync({ source: 'bundled' })).status, 200);
  });

  it('never shows half of a change', async () => {
    await importing(older);
    let done = false;
    const reading = (async () => {
      const seen = new Set<string>();
      while (!done) {
        const [techniques, subs] = await Promise.all([
          catalogue.soc.get(`${root}/techniques`),
          catalogue.soc.get(`${root}/subtechniques`),
        ]);
        for (const { status, body } of [techniques, subs]) {
          assert.equal(status, 200);
          assert.equal(body.total, body.items.length);
          seen.add(JSON.stringify(body));
        }
      }
      return seen;
    })();
    try {
      for (let round = 0; round < 6; round += 1) {
        assert.equal((await importing(round % 2 === 0 ? newer : older)).status, 200);
      }
    } finally {
      done = true;
    }
    assert.ok((await reading).size <= 4, 'two lists in two editions');
  });

  describe('over an older edition', () => {
    const template = async (name: string, catalog_tags: { kind: string; external_id: string }[]) => {
      const answer = await catalogue.admin.post('/api/v1/test-templates', { name, catalog_tags });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body;
    };
    const deprecated = async () => {
      const lists = await Promise.all(
        ['tactics', 'techniques', 'subtechniques'].map((list) =>
          catalogue.soc.get(`${root}/${list}?limit=200`),
        ),
      );
      return lists
        .flatMap((list) => list.body.items)
        .filter((item) => item.deprecated)
        .map((item) => item.external_id);
    };

    it('renames, adds and removes unused entries', async () => {
      await importing(older);
      const answer = await importing(newer);
      assert.deepEqual(answer.body.changes, { added: 3, updated: 3, deprecated: 0 });
      assert.deepEqual(answer.body.counts, { tactics: 3, techniques: 2, subtechniques: 2 });
      assert.deepEqual(ids(await catalogue.soc.get(`${root}/techniques?tactic=lurking`)), ['T9004']);
      assert.deepEqual(ids(await catalogue.soc.get(`${root}/techniques?tactic=hiding`)), []);
      assert.deepEqual(await deprecated(), []);
    });

    it('keeps the tags of a test template and their parents', async () => {
      await importing(older);
      const tagged = await template('Slow', [{ kind: 'subtechnique', external_id: 'T9003.001' }]);
      const answer = await importing(newer);
      assert.deepEqual(answer.body.changes, { added: 3, updated: 3, deprecated: 2 });
      assert.deepEqual(answer.body.counts, { tactics: 3, techniques: 2, subtechniques: 2 });
      assert.deepEqual(await deprecated(), ['T9003', 'T9003.001']);
      const sub = (await catalogue.soc.get(`${root}/subtechniques?technique=T9003`)).body.items[0];
      assert.deepEqual(sub.technique, { external_id: 'T9003', name: 'Vanishing' });
      assert.deepEqual(sub.tactics, [{ external_id: 'TA9002', name: 'Lurking' }]);
      assert.deepEqual((await catalogue.admin.get(`/api/v1/test-templates/${tagged.id}`)).body.catalog_tags, [
        { kind: 'subtechnique', external_id: 'T9003.001', name: 'Slow Vanishing' },
      ]);
      assert.deepEqual((await importing(newer)).body.changes, { added: 0, updated: 0, deprecated: 0 });
      assert.deepEqual((await importing(older)).body.changes, { added: 2, updated: 5, deprecated: 0 });
      assert.deepEqual(await deprecated(), []);
    });

    it('drops an entry once nothing is tagged with it', async () => {
      await importing(older);
      const { id } = await template('Cloak', [{ kind: 'technique', external_id: 'T9002' }]);
      await importing(newer);
      assert.deepEqual(await deprecated(), ['T9002']);
      assert.equal(
        (await catalogue.admin.patch(`/api/v1/test-templates/${id}`, { catalog_tags: [] })).status,
        200,
      );
      assert.deepEqual((await importing(newer)).body.changes, { added: 0, updated: 0, deprecated: 0 });
      assert.deepEqual(await deprecated(), []);
    });

    it('keeps the tags of a scenario template or a mission', async () => {
      await importing(older);
      const scenario = await catalogue.admin.post('/api/v1/scenario-templates', {
        name: 'Night',
        catalog_tags: [{ kind: 'technique', external_id: 'T9002' }],
      });
      assert.equal(scenario.status, 201, JSON.stringify(scenario.body));
      const { id } = await template('Window', [{ kind: 'subtechnique', external_id: 'T9001.002' }]);
      const withTest = await catalogue.admin.post('/api/v1/scenario-templates', {
        name: 'Day',
        test_template_ids: [id],
      });
      const mission = await catalogue.admin.post('/api/v1/missions', {
        name: 'Walk',
        scenario_template_ids: [withTest.body.id],
        members: [],
      });
      assert.equal(mission.status, 201, JSON.stringify(mission.body));
      assert.equal(
        (await catalogue.admin.patch(`/api/v1/test-templates/${id}`, { catalog_tags: [] })).status,
        200,
      );
      await importing(newer);
      assert.deepEqual(await deprecated(), ['T9002', 'T9001.002']);
    });
  });
});
