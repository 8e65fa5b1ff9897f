import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseCsv } from '../../../server/interchange/reading/csv.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, newScenarioTemplate, nobody, told } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';
const atomic = `attack_technique: T1033
display_name: System Owner/User Discovery
atomic_tests:
- name: Ask who I am
  auto_generated_guid: ${guid}
  description: Asks.
  supported_platforms: [windows]
  input_arguments:
    path: { description: where, type: path, default: 'C:\\Temp' }
  executor: { name: command_prompt, command: 'whoami > #{path}' }
`;

let server: TestServer;
let admin: Client;
let mission: string;
let scenarios: { id: string; name: string }[];
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  const { id } = await importFile(admin, { name: 'T1033.yaml', content: atomic });
  assert.equal((await applyImport(admin, id)).status, 'applied');
  const [template] = bodyOf(await admin.get('/api/v1/test-templates?q=Ask who I am'), 200).items;
  const own = bodyOf(await admin.post('/api/v1/test-templates', { name: 'Own', command: 'id' }), 201);
  const first = await newScenarioTemplate(admin, { name: 'First', tests: [template.id, own.id] });
  const second = await newScenarioTemplate(admin, { name: 'Second', tests: [template.id] });
  const fields = { scenario_template_ids: [first.id, second.id], tests: 0 };
  const made = await newMission(admin, fields);
  mission = made.id;
  scenarios = made.scenarios;
});
after(() => server.close());

const get = (query: string) => admin.get(`/api/v1/missions/${mission}/export?${query}`);
const rowsOf = (text: unknown) => parseCsv(String(text)).slice(1);

describe('a schedule of a mission', () => {
  it('enables each atomic test once, with its input arguments', async () => {
    const rows = rowsOf(bodyOf(await get('format=atomic-runner'), 200));
    assert.deepEqual(
      rows.map((row) => [row[0], row[1], row[2], row[3] === guid, row[4], row[5], row[6], row[8]]),
      [
        ['1', 'T1033', 'Ask who I am', true, 'windows', '120', 'path = C:\\\\Temp', 'True'],
        ['2', '', 'Own', false, '', '120', '', 'False'],
        ['3', 'T1033', 'Ask who I am', false, 'windows', '120', 'path = C:\\\\Temp', 'False'],
      ],
    );
    assert.equal(new Set(rows.map((row) => row[3])).size, 3);
  });

  it('is also made of one scenario, as are scripts', async () => {
    const second = `scenario_id=${scenarios[1]?.id}`;
    const rows = rowsOf(bodyOf(await get(`format=atomic-runner&${second}`), 200));
    assert.deepEqual(
      rows.map((row) => [row[2], row[8]]),
      [['Ask who I am', 'True']],
    );
    assert.match(String(bodyOf(await get(`format=powershell&${second}`), 200)), /Invoke-Prompt/);
    assert.deepEqual(told(await get(`format=csv&${second}`)), [422, 'invalid', 'scenario_id']);
    assert.equal((await get(`format=bash&scenario_id=${nobody}`)).status, 404);
  });

  it('comes back as the same', async () => {
    const content = String(bodyOf(await get('format=atomic-runner'), 200));
    const ready = await importFile(admin, { name: 'renamed.csv', content });
    assert.deepEqual([ready.format, ready.status], ['atomic-runner', 'ready']);
    assert.deepEqual(
      [ready.totals.new, ready.totals.changed, ready.totals.refused, ready.totals.same],
      [0, 0, 0, 4],
    );
  });
});
