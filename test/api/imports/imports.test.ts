import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { purpleopsWriter } from '../../../server/interchange/formats/purpleops/write.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

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
  it('previews its effect, applies it once, and changes nothing the second time', async () => {
    const red = await server.newPerson('redteam');
    const ready = await importFile(red.client, file(atomic(guid, 'cat /etc/passwd > #{output_file}')));
    assert.equal(ready.status, 'ready', JSON.stringify(ready));
    assert.equal(ready.format, 'atomic');
    assert.deepEqual(ready.totals, { new: 1, same: 0, changed: 0, refused: 0, left_out: 0 });
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
    assert.deepEqual(again.totals, { new: 0, same: 1, changed: 0, refused: 0, left_out: 0 });
    await applyImport(red.client, again.id);
    assert.equal(
      (await red.client.get(`/api/v1/test-templates/${row.object.id}`)).body.updated_at,
      template.updated_at,
    );
  });

  it('updates objects that the file changed, and keeps local changes unless told to overwrite', async () => {
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
    assert.deepEqual(second.totals, { new: 0, same: 0, changed: 2, refused: 0, left_out: 0 });
    const edited = await rowsOf(red.client, second.id, '&edited=true');
    assert.deepEqual(
      edited.map((row) => row.name),
      ['Other'],
    );
    await applyImport(red.client, second.id);
    assert.equal((await red.client.get(path('One'))).body.command, 'whoami /all\n');
    assert.equal((await red.client.get(path('Other'))).body.command, 'whoami\n');

    const third = await importFile(red.client, both('whoami /all'));
    assert.deepEqual(third.totals, { new: 0, same: 1, changed: 1, refused: 0, left_out: 0 });
    await applyImport(red.client, third.id, { overwrite: 'all' });
    assert.equal((await red.client.get(path('Other'))).body.command, 'whoami /all\n');
    assertProblem(await red.client.post(`/api/v1/imports/${third.id}/undo`), 409, 'import_touched');
  });

  it('can be undone while none of its objects was changed', async () => {
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
    assert.deepEqual(third.totals, { new: 1, same: 0, changed: 0, refused: 0, left_out: 0 });
  });
});

const zipOfMission = async (name = 'Autumn') => {
  const files = await writeFiles(purpleopsWriter, { ...sampleMission(), name, sourceId: name }, evidence);
  const members = Object.entries(files).map(([member, content]) => [
    member,
    new Uint8Array(Buffer.from(content)),
  ]);
  return { name: `${name}.zip`, content: zipSync(Object.fromEntries(members)) };
};

describe('rows that are left out', () => {
  it('are distinguished from refused ones', async () => {
    const red = await server.newPerson('redteam');
    const id = '66666666-6666-4666-8666-666666666666';
    const twice = `${atomic(id, 'id', 'Wanted')}- name: The same again\n  auto_generated_guid: ${id}\n`;
    const other = atomic('77777777-7777-4777-8777-777777777777', 'id', 'Unwanted');
    const ready = await importFile(red.client, {
      name: 'atomics.zip',
      content: zipSync({
        'atomics/T1087.001/T1087.001.yaml': Buffer.from(twice),
        'atomics/T1082/T1082.yaml': Buffer.from(other.replaceAll('T1087.001', 'T1082')),
      }),
    });
    assert.deepEqual(ready.totals, { new: 2, same: 0, changed: 0, refused: 1, left_out: 0 });
    const unwanted = (await rowsOf(red.client, ready.id)).find((row) => row.name === 'Unwanted');
    const applied = await applyImport(red.client, ready.id, { leave_out: [unwanted.number] });
    assert.deepEqual(applied.totals, { new: 1, same: 0, changed: 0, refused: 1, left_out: 1 });
    const [row, ...others] = await rowsOf(red.client, ready.id, '&action=left_out');
    assert.deepEqual([row.name, row.why, row.object, others.length], ['Unwanted', null, null, 0]);
    const templates = await red.client.get('/api/v1/test-templates?q=Unwanted');
    assert.equal(templates.body.total, 0);
  });

  it('exclude everything of their mission, and their evidence counts towards no quota', async () => {
    const small = await startTestServer();
    try {
      await small.restart(undefined, { quotas: { mission: 1, person: null } });
      const red = await small.newPerson('redteam');
      const ready = await importFile(red.client, await zipOfMission());
      const rows = await rowsOf(red.client, ready.id);
      const numbers = (what: string) => rows.filter((row) => row.what === what).map((row) => row.number);
      const some = await applyImport(red.client, ready.id, { leave_out: numbers('test') });
      assert.equal(some.status, 'applied', JSON.stringify(some.problem));
      assert.deepEqual([some.totals.refused, some.totals.left_out], [0, numbers('test').length]);

      const file = await zipOfMission('Winter');
      const again = await importFile(red.client, file);
      assert.equal(again.totals.new, rows.length, JSON.stringify(again.totals));
      const all = await applyImport(red.client, again.id, { leave_out: numbers('mission') });
      assert.deepEqual(all.totals, { new: 0, same: 0, changed: 0, refused: 0, left_out: rows.length });
      const left = await rowsOf(red.client, again.id, '&what=test');
      assert.ok(left.every(({ why }) => why === 'Its mission was left out'));
    } finally {
      await small.close();
    }
  });
});

describe('an import of a mission', () => {
  it('creates it with its runs, facts and evidence, once, and can be undone', async () => {
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

describe('a mission that is imported', () => {
  it('has its importer as lead, administrators included', async () => {
    for (const person of [await server.newPerson('redteam'), server.admin]) {
      const content = `Mission,Scenario,Name,Status\nOf ${person.id},First,Ask,executed\n`;
      const ready = await importFile(person.client, { name: `${person.id}.csv`, content });
      const applied = await applyImport(person.client, ready.id);
      const { body } = await person.client.get(`/api/v1/missions/${applied.made[0].id}`);
      assert.deepEqual(
        body.members.map(({ user, role_hint }: { user: { id: string }; role_hint: string }) => [
          user.id,
          role_hint,
        ]),
        [[person.id, 'lead']],
      );
    }
  });
});

describe('access to an import', () => {
  it('is limited to its author and administrators', async () => {
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
