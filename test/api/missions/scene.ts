import type { Mission } from '../../../server/missions/contract.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import {
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
} from '../../support/missions/factories.ts';
import type { Client, Person } from '../../support/servers/server.ts';

let made = 0;
/** A text that nothing else has. */
export const unique = (word: string) => `${word} ${++made}`;
export const newGuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;

export const sigma = (title: string, id: string, more = '') =>
  `title: ${title}\nid: ${id}\nlevel: high\ntags: [attack.t1003.001]\nlogsource:\n  product: windows\n  category: process_creation\ndetection:\n  condition: all\n${more}`;
export const simulating = (guid: string, type = 'atomic-red-team') =>
  `simulation:\n  - type: ${type}\n    name: An atomic\n    technique: T1003.001\n    atomic_guid: ${guid}\n`;
export const atomic = (name: string, guid: string) =>
  `attack_technique: T1003.001\ndisplay_name: LSASS\natomic_tests:\n- name: ${name}\n  auto_generated_guid: ${guid}\n  description: It does\n  supported_platforms: [windows]\n  executor:\n    name: command_prompt\n    command: whoami\n`;

export const secret = 'Quillfeather';
/** A mission of tests with these names in each scenario. */
export async function newBlindOf(
  { admin, red, blue }: { admin: Client; red: Person; blue: Person },
  names: readonly (readonly string[])[],
  fields: object = {},
): Promise<Mission> {
  const scenarios: string[] = [];
  for (const [index, some] of names.entries()) {
    const tests: string[] = [];
    for (const name of some) {
      const tag = { kind: 'technique', external_id: name.includes(secret) ? 'T1003' : 'T1059' };
      tests.push((await newTestTemplate(admin, { name, catalog_tags: [tag] })).id);
    }
    const name = some.every((one) => one.includes(secret)) ? `${secret} scenario ${index}` : `Phase ${index}`;
    scenarios.push((await newScenarioTemplate(admin, { tests, name })).id);
  }
  return newMission(admin, {
    visibility: 'blind',
    scenario_template_ids: scenarios,
    tests: 0,
    members: [red, [blue, 'blue']],
    ...fields,
  });
}

const isRead = ({ method, events, path }: Operation) =>
  method === 'GET' && events === undefined && !/\/health|\/metrics|\/export$/.test(path);

/** An answer's time is always new. */
const untold = new Set(['server_time', 'generated_at', 'request_id', 'expires_at']);

/** Every answer to a read of these objects, and of all lists, by its address. */
export async function readAll(client: Client, ids: Record<string, string>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { prefix, path } of registry().filter(isRead)) {
    const target =
      prefix +
      path
        .replaceAll(/:seq/g, '1')
        .replaceAll(/:format/g, 'html')
        .replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? nobody);
    const queries = path.includes(':')
      ? path.endsWith('/activity')
        ? ['', '?since=2026-11-03T09:00:00.000Z']
        : ['']
      : [
          '',
          '?q=quill',
          '?technique=T1059.001',
          '?client=Meadow bank',
          `?mission_id=${ids.mission_id}`,
          '?limit=2',
        ];
    for (const query of queries) {
      const answer = await client.get(target + query);
      const { status, headers, body } = answer;
      const text =
        typeof body === 'string'
          ? body
          : JSON.stringify(body, (name, value) => (untold.has(name) ? undefined : value));
      answers.set(target + query, `${status} ${headers.get('etag')} ${text}`);
    }
  }
  return answers;
}
