import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { purpleopsWriter } from '../../server/interchange/formats/purpleops/write.ts';
import { evidence, sampleMission } from '../support/exercise-samples.ts';
import { applyImport, importFile, rowsOf } from '../support/imports.ts';
import { writeFiles } from '../support/interchange.ts';
import { assertProblem } from '../support/raw-http.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const atomic = (guid: string, command: string, name = 'List accounts') => `attack_technique: T1087.001
display_name: 'Account Discovery: Local Account'
atomic_tests:
- name: ${name}
  auto_generated_guid: ${guid}
  description: Lists the local accounts
  supported_platforms:
  - linux
  input_arguments:
    output_file:
      description: Where the list goes
      type: path
      default: /tmp/accounts
  executor:
    name: sh
    elevation_required: false
    command: |
      ${command}
    cleanup_command: |
      rm -f #{output_file}
`;
const guid = '5c597194-21a4-4a3b-9a2f-95d5d6a5c3d1';
const file = (text: string, name = 'T1087.001.yaml') => ({ name, content: text });

let server: TestServer;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
});
after(() => server.close());

describe('an import of templates', () => {
  it('says what it would do, does it once, and changes nothing the second time', async () => {
    const red = await server.newPerson('redteam');
    const ready = await importFile(red.client, file(atomic(guid, 'cat /etc/passwd > #{output_file}')));
    assert.equal(ready.status, 'ready', JSON.stringify(ready));
    assert.equal(ready.format, 'atomic');
    assert.deepEqual(ready.totals, { new: 1, same: 0, changed: 0, refused: 0 });
    assert.equal((await red.client.get('/api/v1/test-templates')).body.total, 0);

    const applied = await applyImport(red.client, ready.id);
    assert.equal(applied.status, 'applied', JSON.stringify(applied));
    const [row] = await rowsOf(red.client, ready.id);
    const { body: template } = await red.client.get(`/api/v1/test-templates/${row.object.id}`);
    assert.equal(template.command, 'cat /etc/passwd > #{output_file}\n');
    assert.deepEqual(template.variables, { output_file: '/tmp/accounts' });
    assert.deepEqual(
      template.catalog_tags.map((tag: { external_id: string }) => tag.external_id),
      ['T1087.001'],
    );

    const again = await importFile(red.client, file(atomic(guid, 'cat /etc/passwd > #{output_file}')));
    assert.deepEqual(again.totals, { new: 0, same: 1, changed: 0, refused: 0 });
    await applyImport(red.client, again.id);
    assert.equal(
      (await red.client.get(`/api/v1/test-templates/${row.object.id}`)).body.updated_at,
      template.updated_at,
    );
  });

  it('updates what the file changed, and leaves alone what was changed here unless it is told to', async () => {
    const red = await server.newPerson('redteam');
    const [one, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const both = (command: string) => ({
      name: 'atomics.zip',
      content: zipSync({
        'atomics/T1087.001/T1087.001.yaml': Buffer.from(atomic(one, command, 'One')),
        'atomics/T1082/T1082.yaml': Buffer.from(
          atomic(other, command, 'Other').replaceAll('T1087.001', 'T1082'),
        ),
      }),
    });
    const first = await importFile(red.client, both('whoami'));
    await applyImport(red.client, first.id);
    const rows = await rowsOf(red.client, first.id);
    const path = (name: string) =>
      `/api/v1/test-templates/${rows.find((row) => row.name === name).object.id}`;
    await red.client.patch(path('Other'), { description: 'Ours' });

    const second = await importFile(red.client, both('whoami /all'));
    assert.deepEqual(second.totals, { new: 0, same: 0, changed: 2, refused: 0 });
    const edited = await rowsOf(red.client, second.id, '&edited=true');
    assert.deepEqual(
      edited.map((row) => row.name),
      ['Other'],
    );
    await applyImport(red.client, second.id);
    assert.equal((await red.client.get(path('One'))).body.command, 'whoami /all\n');
    assert.equal((await red.client.get(path('Other'))).body.command, 'whoami\n');

    const third = await importFile(red.client, both('whoami /all'));
    assert.deepEqual(third.totals, { new: 0, same: 1, changed: 1, refused: 0 });
    await applyImport(red.client, third.id, { overwrite: 'all' });
    assert.equal((await red.client.get(path('Other'))).body.command, 'whoami /all\n');
    assertProblem(await red.client.post(`/api/v1/imports/${third.id}/undo`), 409, 'import_touched');
  });

  it('is undone while nothing of it was changed', async () => {
    const red = await server.newPerson('redteam');
    const id = '33333333-3333-4333-8333-333333333333';
    const { id: first } = await importFile(red.client, file(atomic(id, 'id')));
    await applyImport(red.client, first);
    const [row] = await rowsOf(red.client, first);
    await red.client.patch(`/api/v1/test-templates/${row.object.id}`, { description: 'Ours' });
    assertProblem(await red.client.post(`/api/v1/imports/${first}/undo`), 409, 'import_touched');

    const again = '44444444-4444-4444-8444-444444444444';
    const { id: second } = await importFile(red.client, file(atomic(again, 'id')));
    await applyImport(red.client, second);
    const [made] = await rowsOf(red.client, second);
    assert.equal((await red.client.post(`/api/v1/imports/${second}/undo`)).body.status, 'undone');
    assert.equal((await red.client.get(`/api/v1/test-templates/${made.object.id}`)).status, 404);
    const third = await importFile(red.client, file(atomic(again, 'id')));
    assert.deepEqual(third.totals, { new: 1, same: 0, changed: 0, refused: 0 });
  });
});

describe('an import of a mission', () => {
  const zipOfMission = async () => {
    const files = await writeFiles(purpleopsWriter, sampleMission(), evidence);
    const members = Object.entries(files).map(([name, content]) => [
      name,
      new Uint8Array(Buffer.from(content)),
    ]);
    return { name: 'Autumn.zip', content: zipSync(Object.fromEntries(members)) };
  };

  it('makes it with its runs, facts and evidence, once, and can be taken back', async () => {
    const red = await server.newPerson('redteam');
    const ready = await importFile(red.client, await zipOfMission());
    assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
    const applied = await applyImport(red.client, ready.id);
    assert.equal(applied.status, 'applied', JSON.stringify(applied.problem));
    assert.equal(applied.totals.refused, 0, JSON.stringify(await rowsOf(red.client, ready.id)));
    const mission = applied.made.find((made: { what: string }) => made.what === 'mission');
    const { body } = await red.client.get(`/api/v1/missions/${mission.id}`);
    assert.equal(body.counts.tests, 4);
    const tests = await Promise.all(
      body.scenarios
        .flatMap((scenario: { tests: { id: string }[] }) => scenario.tests)
        .map(
          async ({ id }: { id: string }) =>
            (await red.client.get(`/api/v1/missions/${mission.id}/tests/${id}`)).body,
        ),
    );
    const facts = tests.flatMap((test) => test.facts);
    assert.ok(facts.length > 0 && facts.some((fact) => fact.tool !== null));

    const again = await importFile(red.client, await zipOfMission());
    assert.deepEqual([again.totals.new, again.totals.changed], [0, 0], JSON.stringify(again.totals));

    const out = await red.client.get(`/api/v1/missions/${mission.id}/export?format=purpleops`);
    assert.equal(out.status, 200);
    assert.match(out.headers.get('content-disposition') ?? '', /\.zip/);

    assert.equal((await red.client.post(`/api/v1/imports/${ready.id}/undo`)).body.status, 'undone');
    assert.equal((await red.client.get(`/api/v1/missions/${mission.id}`)).status, 404);
  });
});

describe('who sees an import', () => {
  it('is whoever made it, and an administrator', async () => {
    const [red, other] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
    const { id } = await importFile(red.client, file(atomic('55555555-5555-4555-8555-555555555555', 'id')));
    assertProblem(await other.client.get(`/api/v1/imports/${id}`), 404, 'not_found');
    assertProblem(await other.client.post(`/api/v1/imports/${id}/apply`, {}), 404, 'not_found');
    assert.equal((await server.admin.client.get(`/api/v1/imports/${id}`)).status, 200);
    const { body } = await red.client.get('/api/v1/imports');
    assert.deepEqual(
      body.items.map((item: { id: string }) => item.id),
      [id],
    );
  });
});
