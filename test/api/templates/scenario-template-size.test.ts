import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mostTagsOfTests } from '../../../domain/limits.ts';
import { bodyOf, newScenarioTemplate, newTestTemplate } from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/scenario-templates';
const testsPath = '/api/v1/test-templates';

const refusedAt = (answer: Answer, place: string): void => {
  const { code, errors } = bodyOf(answer, 422);
  assert.deepEqual([code, errors[0].path], ['invalid', place]);
  assert.match(errors[0].message, new RegExp(`the limit is ${mostTagsOfTests}`));
};

describe('the catalogue tags that a scenario template shows', () => {
  let server: TestServer;
  let admin: Client;
  /** A hundred. */
  let tags: object[];
  let heavy: string;
  /** As many positions of the test with most tags as are allowed. */
  let full: string[];
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    const { items } = bodyOf(await admin.get('/api/v1/catalog/techniques?limit=100'), 200);
    tags = items.map(({ external_id }: { external_id: string }) => ({ kind: 'technique', external_id }));
    heavy = (await newTestTemplate(admin, { catalog_tags: tags })).id;
    full = Array<string>(mostTagsOfTests / tags.length).fill(heavy);
  });
  after(() => server.close());

  it('are limited over all positions, and a template beyond the limit is not written', async () => {
    const total = async () => bodyOf(await admin.get(path), 200).total;
    const whole = await newScenarioTemplate(admin, { tests: full });
    assert.equal(
      whole.tests.flatMap(({ test_template }) => test_template.catalog_tags).length,
      mostTagsOfTests,
    );
    const before = await total();
    const more = [...full, heavy];
    refusedAt(await admin.post(path, { name: 'Too much', test_template_ids: more }), 'test_template_ids');
    assert.equal(await total(), before);
    refusedAt(await admin.put(`${path}/${whole.id}/tests`, { test_template_ids: more }), 'test_template_ids');
    refusedAt(
      await admin.patch(`${path}/${whole.id}`, { name: 'Renamed', test_template_ids: more }),
      'test_template_ids',
    );
    assert.deepEqual(bodyOf(await admin.get(`${path}/${whole.id}`), 200), whole);
    const light = (await newTestTemplate(admin)).id;
    const test_template_ids = [...full, ...Array<string>(1000 - full.length).fill(light)];
    bodyOf(await admin.put(`${path}/${whole.id}/tests`, { test_template_ids }), 200);
  });

  it('are limited as the tags of a test grow, and can always be reduced', async () => {
    const growing = (await newTestTemplate(admin, { catalog_tags: tags.slice(0, 1) })).id;
    // Earlier templates fill more than one batch before this one.
    for (let index = 0; index < 25; index += 1) await newScenarioTemplate(admin, { tests: [growing] });
    const { id } = await newScenarioTemplate(admin, { tests: [...full.slice(1), growing, growing] });
    const grow = (count: number) =>
      admin.patch(`${testsPath}/${growing}`, { name: 'Grown', catalog_tags: tags.slice(0, count) });
    const before = bodyOf(await admin.get(`${testsPath}/${growing}`), 200);
    refusedAt(await grow(51), 'catalog_tags');
    assert.deepEqual(bodyOf(await admin.get(`${testsPath}/${growing}`), 200), before);
    bodyOf(await grow(50), 200);
    bodyOf(await grow(2), 200);
    bodyOf(await admin.delete(`${path}/${id}`), 204);
    bodyOf(await grow(51), 200);
  });

  it('do not count for a deleted test', async () => {
    const gone = (await newTestTemplate(admin, { catalog_tags: tags })).id;
    const growing = (await newTestTemplate(admin)).id;
    await newScenarioTemplate(admin, { tests: [...full.slice(1), gone, growing] });
    const grow = () => admin.patch(`${testsPath}/${growing}`, { catalog_tags: tags });
    refusedAt(await grow(), 'catalog_tags');
    assert.equal((await admin.delete(`${testsPath}/${gone}`)).status, 204);
    bodyOf(await grow(), 200);
  });
});
