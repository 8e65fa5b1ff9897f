import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readFiles, recognise, refusalOf } from '../../../../test/support/interchange/interchange.ts';
import { ctidReader } from './read.ts';

const plan = `- emulation_plan_details:
    id: 5c1b2b2e-0f5e-4a46-a5b5-0d1b0d3c8f10
    adversary_name: FIN0
    adversary_description: Takes what it finds
    attack_version: 7.2
    format_version: 1.10

- id: 11111111-0000-4000-8000-000000000001
  name: Dump LSASS
  description: Dumps it
  tactic: credential-access
  technique:
    attack_id: T1003.001
    name: "OS Credential Dumping: LSASS Memory"
  cti_source: https://example.org/report
  procedure_group: credentials
  procedure_step: "2.10"
  platforms:
    windows:
      psh,pwsh:
        command: |
          .\\dump.exe "#{out}"
        cleanup: 'rm #{out}'
        payloads: [dump.exe]
    linux:
      sh:
        command: gcore 1
  input_arguments:
    out: {description: Where to, type: Path, default: C:\\x.dmp}
    key: {description: Of whom, type: String}
    bad name: {default: 5}
  dependencies:
    - description: dump.exe is there
      prereq_command: test
      get_prereq_command: copy
  executors:
    - name: powershell
      command: |
        .\\dump.exe "#{out}"
      cleanup_command: 'rm #{out}'
- name: without an id
- id: 11111111-0000-4000-8000-000000000002
  name: Look around
  tactic: discovery
  technique: {attack_id: T1087, name: Account Discovery}
`;

describe('emulation plans of CTID', () => {
  it('say what follows what within a numbered procedure, and nothing beyond', async () => {
    const step = (name: string, number: string) =>
      `- {id: ${name}, name: ${name}, tactic: discovery, procedure_step: "${number}"}\n`;
    const details = '- emulation_plan_details: {id: p, adversary_name: Thief}\n';
    const steps = [
      step('a', '1.A.1'),
      step('b', '1.A.2'),
      step('c', '1.B.1'),
      step('d', '1.A.4'),
      step('e', 'last'),
    ];
    const { scenarios } = await readFiles(ctidReader, { 'p.yaml': details + steps.join('') });
    assert.deepEqual(scenarios[0]?.templates, ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(scenarios[0]?.follows, [{ position: 1, follows: 0, condition: null }]);
  });

  it('become templates, and a scenario of them in their order', async () => {
    const read = await readFiles(ctidReader, { 'fin0.yaml': plan });
    assert.equal(read.version, '1.10');
    const [first, second] = read.templates;
    assert.deepEqual(first, {
      row: 'fin0.yaml, step 1',
      sourceId: '11111111-0000-4000-8000-000000000001',
      leftover: [
        'argument out: Path, Where to',
        'argument key: String, Of whom',
        'argument bad name: 5',
        'procedure_group: credentials',
        'procedure_step: 2.10',
      ],
      name: 'Dump LSASS',
      description: 'Dumps it',
      objective: null,
      procedure:
        'On Windows with psh,pwsh\n\nFiles that it needs: dump.exe\n\n' +
        'Needed before: dump.exe is there\nCheck:\ntest\nGet:\ncopy\n\nOn Linux with sh:\ngcore 1',
      command: '.\\dump.exe "#{out}"\n',
      cleanup_command: 'rm #{out}',
      expected_detection: null,
      platforms: ['Windows', 'Linux'],
      opsec: null,
      tags: [],
      catalog_tags: ['T1003.001'],
      expectations: [],
      variables: { out: 'C:\\x.dmp' },
      source: 'https://example.org/report',
    });
    assert.equal(second?.command, null);
    assert.deepEqual(read.scenarios, [
      {
        row: 'fin0.yaml',
        sourceId: '5c1b2b2e-0f5e-4a46-a5b5-0d1b0d3c8f10',
        leftover: ['attack_version: 7.2'],
        name: 'FIN0',
        description: 'Takes what it finds',
        tags: [],
        catalog_tags: [],
        templates: ['11111111-0000-4000-8000-000000000001', '11111111-0000-4000-8000-000000000002'],
      },
    ]);
    assert.deepEqual(read.refused, [
      { row: 'fin0.yaml, step 2', name: 'without an id', why: 'The step has no id or no name' },
    ]);
  });

  it('are recognised, and other files are refused', async () => {
    assert.equal(await recognise(ctidReader, fileOf('a.yaml', plan)), 'yes');
    assert.equal(await recognise(ctidReader, fileOf('a.yaml', 'id: 1\nname: x')), 'no');
    assert.match(await refusalOf(ctidReader, fileOf('a.yaml', '- id: 1')), /no emulation plan/);
    const nameless = '- emulation_plan_details: {id: 1}';
    assert.match(await refusalOf(ctidReader, fileOf('a.yaml', nameless)), /no name of an adversary/);
  });
});
