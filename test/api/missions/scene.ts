import type { Mission } from '../../../server/missions/contract.ts';
import { newMission, newScenarioTemplate, newTestTemplate } from '../../support/missions/factories.ts';
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
