import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan, recognise, refusalOf } from '../../../../test/support/interchange/interchange.ts';
import { vectrReader } from './read.ts';

describe('a VECTR bundle', () => {
  const bundle = `metadata:
  prefix: TSI
  bundle: Index 2026
Credential Access:
- name: Extract cookies
  description: Reads what a browser keeps
  platforms:
  - Windows
  prerequisites:
  - local_admin
  guidance:
  - cmd> elevator.exe {{ browser }}
  - done
  block:
  - Blocked by the endpoint
  detect:
  - ''
  - Seen in the SIEM
  controls:
  - SIEM
  metadata:
    id: c7dec88c-4c95-4b72-8e18-b31a8fe4c6e2
    tid: T1003.001
    tactic: TA0006
    x_vectr_id: c7dec88c-4c95-4b72-8e18-b31a8fe4c6e2
    isv: 1
    groups: [APT29]
- name: ''
- text
Persistence:
- name: Again
  metadata: {x_vectr_id: c7dec88c-4c95-4b72-8e18-b31a8fe4c6e2}
- name: Valid accounts
  metadata: {tid: T1078, x_vectr_id: b}
`;

  it('becomes templates, with a scenario for each campaign', async () => {
    const source = fileOf('index.yml', bundle);
    assert.equal(await recognise(vectrReader, source), 'yes');
    const { templates, scenarios, refused } = await readPlan(vectrReader, source);
    const [first] = templates;
    assert.deepEqual(
      [first?.name, first?.command, first?.procedure, first?.platforms, first?.catalog_tags, first?.source],
      [
        'Extract cookies',
        'cmd> elevator.exe #{browser}\ndone',
        'Prerequisites: local_admin',
        ['windows'],
        ['T1003.001'],
        'Index 2026',
      ],
    );
    assert.equal(first?.expected_detection, 'Block: Blocked by the endpoint\nDetect: Seen in the SIEM');
    assert.deepEqual(first?.leftover, ['controls: ["SIEM"]', 'groups: ["APT29"]']);
    assert.deepEqual(templates[1]?.catalog_tags, ['T1078', 'TA0003']);
    assert.deepEqual(
      scenarios.map(({ name, templates: ids }) => [name, ids.length]),
      [
        ['TSI Credential Access', 1],
        ['TSI Persistence', 1],
      ],
    );
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      [
        'Credential Access, test case 2: It has no name.',
        'Credential Access, test case 3: It is no test case.',
        'Persistence, test case 1: It has the same id as Credential Access, test case 1.',
      ],
    );
  });

  for (const [title, text] of [
    ['a list', '- a'],
    ['no campaigns', 'metadata: {bundle: x}'],
    ['a tag of a language', 'metadata: !!python/object/apply:os.system ["id"]'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      assert.ok((await refusalOf(vectrReader, fileOf('a.yml', text))).length > 0);
    });
  }
});
