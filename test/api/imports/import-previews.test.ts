import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { importFormats, missionExports } from '../../../domain/interchange.ts';
import { missionWriters } from '../../../server/interchange/formats/writers.ts';
import { applyImport, type ImportedFile, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { sample } from '../../support/sample.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const ability = (id: string, name: string) =>
  `- id: ${id}\n  name: ${name}\n  tactic: discovery\n  platforms: {linux: {sh: {command: id}}}\n`;
const details =
  '- emulation_plan_details: {id: plan-1, adversary_name: FIN0, adversary_description: d, attack_version: 15, format_version: 1.0}\n';
const atomic = (guid: string) =>
  `- name: Test ${guid}\n  auto_generated_guid: ${guid.repeat(8)}-0000-4000-8000-000000000000\n  description: d\n  supported_platforms: [linux]\n  executor: { name: sh, command: id }\n`;

const atomicRun = JSON.stringify({
  'Execution Time (UTC)': '2026-09-01T08:00:02Z',
  'Execution Time (Local)': '2026-09-01T10:00:02Z',
  Technique: 'T1033',
  'Test Number': 1,
  'Test Name': 'Owner',
  Hostname: 'ws01',
  'IP Address': '10.0.0.5',
  Username: 'anna',
  GUID: '4c4959bf-addf-4b4a-be86-8d09cc1857aa',
  ProcessId: 4242,
  ExitCode: 0,
});
const beaconLog = `09/01 10:00:00 UTC [metadata] 10.1.1.1 <- 10.0.0.5; computer: WS01; user: anna; process: a.exe; pid: 48; os: Windows; version: 10.0; build: 19044; beacon arch: x64 (x64)
09/01 10:00:05 UTC [input] <neo> shell whoami
09/01 10:00:05 UTC [task] <T1033> Tasked beacon to run: whoami
09/01 10:00:30 UTC [checkin] host called home, sent: 37 bytes
`;
const sliverCall = JSON.stringify({
  level: 'info',
  msg: JSON.stringify({
    request: JSON.stringify({ Path: 'whoami', Args: [], Request: { SessionID: 's-1' } }),
    method: '/rpcpb.SliverRPC/Execute',
    session: JSON.stringify({ ID: 's-1', Name: 'FOX', Hostname: 'ws01', Username: 'anna', PID: 42 }),
    user: 'rhea',
  }),
  time: '2026-09-01T10:00:02+02:00',
});
const mythicTask = {
  id: 900,
  agent_task_id: 'a-1',
  command_name: 'shell',
  display_params: 'whoami',
  timestamp: '2026-09-01T08:09:00',
  status_timestamp_processing: '2026-09-01T08:00:02',
  status: 'success',
  completed: true,
  operator: { username: 'rhea' },
  callback: { display_id: 3, host: 'WS01', user: 'anna', pid: 42, process_name: 'a.exe' },
};

/** Files with new, wrong, missing, repeated and oversized content. */
const written: Record<string, ImportedFile> = {
  atomic: {
    name: 'T1082.yaml',
    content: `attack_technique: T1082\ndisplay_name: D\natomic_tests:\n${atomic('a')}${atomic('b')}${atomic('a')}- name: " "\n`,
  },
  caldera: {
    name: 'all.yml',
    content: `${ability('ab-1', 'Look')}${ability('ab-2', 'Take')}${ability('ab-1', 'Again')}- id: ad-1\n  name: Thief\n  description: d\n  atomic_ordering: [ab-1, ab-9]\n- id: ad-2\n  name: Nobody\n  description: d\n  atomic_ordering: [ab-8]\n`,
  },
  'atomic-log': { name: 'atomics.jsonl', content: `${atomicRun}\n${atomicRun.slice(0, 40)}\n` },
  'cobalt-strike': {
    name: 'logs.zip',
    content: zipSync({ 'logs/260901/10.0.0.5/beacon_77.log': Buffer.from(beaconLog) }),
  },
  sliver: { name: 'audit.json', content: `${sliverCall}\n${sliverCall.slice(0, 60)}\n` },
  mythic: { name: 'tasks.json', content: JSON.stringify({ data: { task: [mythicTask] } }) },
  ctid: { name: 'plan.yaml', content: `${details}${ability('s-1', 'Step')}- name: without an id\n` },
  sigma: {
    name: 'rules.yml',
    content: ['r-1', 'r-2', 'r-1']
      .map((id) => `title: ${id}\nid: ${id}\nlevel: high\ndetection: {condition: all}\n`)
      .join('---\n'),
  },
  csv: {
    name: 'tests.csv',
    content: `Mission,Scenario,Name,Status,Output,Start\nAutumn,First,Ask,executed,"${'x'.repeat(300_000)}",2026-01-02\nAutumn,First,,executed,,\nAutumn,Second,Later,unheard of,,99/99\n`,
  },
};

const activity = [
  ['bid', 'type', 'when', 'data', 'tactic', 'computer'],
  ['77', 'input', '1788249605000', '&lt;b&gt;whoami', '', 'WS01'],
  ['77', 'task', '1788249605000', 'Tasked beacon', 'T1033', 'WS01'],
  ['77', 'input', 'never', 'help', '', 'WS01'],
];
const [activityHeads = [], ...activityRows] = activity;
const activityXml = activityRows
  .map(
    (cells) =>
      `<entry>${cells.map((cell, at) => `<${activityHeads[at]}>${cell}</${activityHeads[at]}>`).join('')}</entry>`,
  )
  .join('');

/** Other forms of these formats. */
const otherForms: Record<string, ImportedFile[]> = {
  'cobalt-strike': [
    { name: 'beacon_78.log', content: beaconLog },
    { name: 'activity.tsv', content: activity.map((cells) => cells.join('\t')).join('\n') },
    { name: 'activity.xml', content: `<activity>${activityXml.replaceAll('>77<', '>79<')}</activity>` },
  ],
};

async function filesOf(format: string): Promise<ImportedFile[]> {
  const own = written[format];
  const files = [...(own === undefined ? [] : [own]), ...(otherForms[format] ?? [])];
  const exported = missionExports.find((one) => one === format);
  if (exported === undefined) return files;
  const made = Object.entries(
    await writeFiles(await missionWriters[exported](), sampleMission(), evidence),
  ).map(([name, content]) => [name, new Uint8Array(content)] as const);
  const [first, ...others] = made;
  const isZip = others.length > 0 || first === undefined;
  const file = isZip
    ? { name: `${format}.zip`, content: zipSync(Object.fromEntries(made)) }
    : { name: first[0], content: first[1] };
  return [...files, file];
}

describe('the preview of an import', () => {
  let server: TestServer;
  let client: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    ({ client } = await server.newPerson('redteam'));
  });
  after(() => server.close());

  /** Imports a file and checks that the result of each row matches the preview. */
  async function bringIn(file: ImportedFile, format: string): Promise<Record<string, number>> {
    const ready = await importFile(client, file, `?format=${format}`);
    assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
    const say = (rows: Record<string, unknown>[]) => rows.map(({ object: _object, ...row }) => row);
    const before = say(await rowsOf(client, ready.id));
    const applied = await applyImport(client, ready.id);
    assert.equal(applied.status, 'applied', JSON.stringify(applied.problem));
    assert.deepEqual(say(await rowsOf(client, ready.id)), before);
    assert.deepEqual([applied.totals, applied.kinds], [ready.totals, ready.kinds]);
    return applied.totals;
  }

  for (const format of sample(importFormats, 4)) {
    it(`shows the result of the first import and of a repeated one: ${format}`, async () => {
      const files = await filesOf(format);
      assert.ok(files.length > 0);
      for (const file of files) {
        assert.ok(((await bringIn(file, format)).new ?? 0) > 0);
        const again = await bringIn(file, format);
        assert.deepEqual([again.new, again.changed], [0, 0], JSON.stringify(again));
      }
    });
  }

  it('keeps the techniques of a layer of ICS, as it says, and names those that lead to no tests', async () => {
    const techniques = ['T1059', 'T0800'].map((techniqueID) => ({ techniqueID, score: 1 }));
    const layer = { name: 'Plant', versions: { layer: '4.5' }, domain: 'ics-attack', techniques };
    const file = { name: 'plant.json', content: JSON.stringify(layer) };
    const { id, notes } = await importFile(client, file);
    assert.deepEqual(notes, [
      "plant.json: the layer is of ics-attack; techniques that the catalogue doesn't hold are kept, but lead to no tests",
    ]);
    const [row] = await rowsOf(client, id);
    assert.deepEqual([row?.action, row?.leftover], ['new', ['not in the catalogue: T0800']]);
    const { made } = await applyImport(client, id);
    assert.deepEqual(made[0].techniques, ['T1059', 'T0800']);
  });
});
