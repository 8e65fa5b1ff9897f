import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { missionExports } from '../../../domain/interchange.ts';
import { purpleopsWriter } from '../../../server/interchange/formats/purpleops/write.ts';
import { applyImport, type ImportedFile, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { bodyOf, newTestTemplate } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let here: TestServer;
let there: TestServer;
let missionId: string;
before(async () => {
  [here, there] = await Promise.all([
    startTestServer({ loadCatalog: true }),
    startTestServer({ loadCatalog: true }),
  ]);
  const { client } = here.admin;
  const files = await writeFiles(purpleopsWriter, sampleMission(), evidence);
  const members = Object.entries(files).map(([name, content]) => [name, new Uint8Array(content)]);
  const { id } = await importFile(client, { name: 'a.zip', content: zipSync(Object.fromEntries(members)) });
  const { made } = await applyImport(client, id);
  missionId = made.find(({ what }: { what: string }) => what === 'mission').id;
  const catalog_tags = [{ kind: 'technique', external_id: 'T1033' }];
  const template = await newTestTemplate(client, { name: 'Ask', command: 'whoami', catalog_tags });
  const scenario = { name: 'First', test_template_ids: [template.id] };
  bodyOf(await client.post('/api/v1/scenario-templates', scenario), 201);
});
after(() => Promise.all([here?.close(), there?.close()]));

async function download(path: string): Promise<ImportedFile> {
  const { client } = here.admin;
  const answer = await fetch(`${client.base}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  assert.equal(answer.status, 200);
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: new Uint8Array(await answer.arrayBuffer()) };
}

/** Each export that can be imported, with its import format; a table of findings and scripts can't. */
const exported = [
  ...missionExports
    .filter((format) => !['findings-csv', 'bash', 'powershell'].includes(format))
    .map(
      (format) =>
        [
          format === 'xlsx' ? 'csv' : format,
          () => `missions/${missionId}/export?format=${format}`,
          format,
        ] as const,
    ),
  ...['damson', 'atomic'].map(
    (format) => [format, () => `test-templates/export?format=${format}`, format] as const,
  ),
];

async function countAll(client: Client): Promise<number[]> {
  const lists = ['missions', 'test-templates', 'scenario-templates', 'organisations'];
  return Promise.all(
    lists.map(async (list) => bodyOf(await client.get(`/api/v1/${list}?limit=1`), 200).total),
  );
}

describe('an export that comes back to where it came from', () => {
  for (const [format, path, name] of exported) {
    it(`creates no copy: ${path().split('/')[0]} as ${name}`, async () => {
      const { client } = here.admin;
      const before = await countAll(client);
      const ready = await importFile(client, await download(path()), `?format=${format}`);
      assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
      const { totals } = ready;
      assert.deepEqual([totals.new, totals.refused], [0, 0], JSON.stringify(await rowsOf(client, ready.id)));
      assert.ok(totals.same + totals.changed > 0);
      const applied = await applyImport(client, ready.id);
      assert.deepEqual([applied.status, applied.totals], ['applied', totals]);
      assert.deepEqual(await countAll(client), before);
    });

    it(`comes in elsewhere: ${path().split('/')[0]} as ${name}`, async () => {
      const { client } = there.admin;
      const ready = await importFile(client, await download(path()), `?format=${format}`);
      assert.deepEqual([ready.status, ready.totals.refused], ['ready', 0], JSON.stringify(ready.problem));
      assert.ok(ready.totals.new > 0);
    });
  }

  it('creates what a person explicitly asks for', async () => {
    const { client } = here.admin;
    const file = await download(`missions/${missionId}/export?format=navigator`);
    const { id } = await importFile(client, file);
    const applied = await applyImport(client, id, { overwrite: [1] });
    assert.deepEqual([applied.totals.new, applied.totals.changed], [1, 2]);
    assert.equal((await client.post(`/api/v1/imports/${id}/undo`, {})).status, 200);
  });

  it('is something new to a person who does not see the mission', async () => {
    const { client } = await here.newPerson('redteam');
    const file = await download(`missions/${missionId}/export?format=navigator`);
    assert.equal((await importFile(client, file)).totals.new, 3);
  });
});
