import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { ImportSource, KnownAttack } from '../../format.ts';
import type { ImportPlan, PlannedTemplate } from '../../plan.ts';
import { atomicReader } from './read.ts';
import { atomicWriter } from './write.ts';

/** Real data, which is not part of the project. */
const atomics = path.resolve(import.meta.dirname, '../../../../../../shared/atomics');
const skip = existsSync(atomics) ? false : 'needs ../shared/atomics';

const names: Record<string, string> = {
  T1003: 'OS Credential Dumping',
  'T1003.002': 'Security Account Manager',
};
const attack: KnownAttack = { nameOf: (id) => names[id] ?? null, tacticsOf: () => [] };

type Files = Record<string, string | Buffer>;

function toSource(files: Files, isArchive = true): ImportSource {
  const members = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content as string);
    return { name, size: bytes.length, read: async () => bytes };
  });
  return { name: isArchive ? 'atomics.zip' : members[0]!.name, isArchive, members };
}

const read = (files: Files, isArchive = true): Promise<ImportPlan> =>
  atomicReader.read(toSource(files, isArchive), { choices: {}, attack, progress: () => {} });

const readOne = async (test: string): Promise<PlannedTemplate> => {
  const plan = await read({ 'T1003.yaml': fileOf(test) });
  assert.deepEqual(plan.refused, []);
  return plan.templates[0]!;
};

async function write(templates: PlannedTemplate[]): Promise<Files> {
  const files: Files = {};
  for await (const { name, content } of atomicWriter.write({ templates, scenarios: [] }, { attack })) {
    files[name] = content;
  }
  return files;
}

const fileOf = (tests: string, technique = 'T1003') =>
  `attack_technique: ${technique}\ndisplay_name: OS Credential Dumping\natomic_tests:\n${tests}\n`;

const guid = '0b5c6dd1-4c8c-4a1d-9d55-2f3a0d6a7e11';
const whole = `- name: Copy a hive
  auto_generated_guid: ${guid}
  description: |
    Copies a hive.
    It stays on the host.
  supported_platforms:
  - windows
  input_arguments:
    output:
      description: |
        Where the copy goes,
        on this host
      type: path
      default: PathToAtomicsFolder\\..\\copy
    tries:
      description: How often
      type: integer
      default: 3
    address:
      description: Of the collector
      type: url
      default: https://collector.example
    share:
      description: Of the processor
      type: float
      default: 1.10
    quiet:
      description: Whether to say nothing
      type: string
      default: true
    nothing:
      description: What nobody knows
      type: string
      default: null
  dependency_executor_name: powershell
  dependencies:
  - description: The folder is there
    prereq_command: |
      if (Test-Path "#{output}") { exit 0 }

      exit 1
    get_prereq_command: "md '#{output}' # \`\`\`"
  - description: Somebody is signed in
    prereq_command: query user
    get_prereq_command:
  executor:
    command: |
      reg save HKLM\\SAM "#{output}"
        rem #{tries} #{address} #{share} #{quiet} #{nothing}
    cleanup_command: del "#{output}"
    name: command_prompt
    elevation_required: true`;

describe('an atomic test', () => {
  it('becomes a template with all of its content', async () => {
    const template = await readOne(whole);
    assert.deepEqual(template, {
      row: 'T1003.yaml, test 1',
      sourceId: guid,
      leftover: [],
      name: 'Copy a hive',
      description: 'Copies a hive.\nIt stays on the host.\n',
      objective: null,
      procedure: [
        'Executor: command_prompt, elevation required',
        '',
        'Arguments:',
        '- output (path): Where the copy goes,',
        '   on this host',
        '- tries (integer): How often',
        '- address (url): Of the collector',
        '- share (float): Of the processor',
        '- quiet (string): Whether to say nothing',
        '- nothing (string): What nobody knows',
        '',
        'Dependencies (powershell):',
        '',
        '1. The folder is there',
        'Check:',
        '```',
        'if (Test-Path "#{output}") { exit 0 }',
        '',
        'exit 1',
        '```',
        'Get:',
        '````',
        "md '#{output}' # ```",
        '````',
        '',
        '2. Somebody is signed in',
        'Check:',
        '```',
        'query user',
        '```',
      ].join('\n'),
      command: 'reg save HKLM\\SAM "#{output}"\n  rem #{tries} #{address} #{share} #{quiet} #{nothing}\n',
      cleanup_command: 'del "#{output}"',
      expected_detection: null,
      platforms: ['windows'],
      opsec: null,
      tags: ['atomic red team', 'command_prompt', 'needs elevation'],
      catalog_tags: ['T1003'],
      expectations: [],
      variables: {
        output: 'PathToAtomicsFolder\\..\\copy',
        tries: '3',
        address: 'https://collector.example',
        share: '1.10',
        quiet: 'true',
      },
      source: `Atomic Red Team: T1003, ${guid}`,
    });
  });

  const steps = '- name: Ask\n  executor:\n    name: manual\n    steps: |\n      1. Ask.\n      2. Wait.\n';
  it('may be manual', async () => {
    const template = await readOne(steps);
    assert.deepEqual([template.procedure, template.command], ['1. Ask.\n2. Wait.\n', null]);
    const elevated = await readOne(`${steps}    elevation_required: true\n`);
    assert.equal(elevated.procedure, '1. Ask.\n2. Wait.\n\nExecutor: manual, elevation required');
  });

  it('is known by its technique and name where it has no GUID', async () => {
    const plan = await read({ 'T1003.yaml': fileOf(steps) });
    assert.equal(plan.templates[0]!.sourceId, 'T1003: Ask');
    assert.deepEqual(plan.notes, ['Tests without a GUID: 1. They are known again by technique and name.']);
  });

  it('keeps values without a field', async () => {
    const template = await readOne(`- name: Odd
  auto_generated_guid: seven
  author: somebody
  supported_platforms: [windows, {a: 1}]
  input_arguments:
    "two words": {type: string, default: x}
    list: {description: Of names, type: "a (b)", default: [1, 2], example: y}
  dependencies: [{description: A, timeout: 9}, none]
  executor: {name: run it, command: id, timeout: 5, elevation_required: perhaps}
  dependency_executor_name: {}
`);
    assert.deepEqual(template.leftover, [
      'author: somebody',
      'auto_generated_guid: seven',
      'executor.timeout: 5',
      'executor.elevation_required: perhaps',
      'executor.name: run it',
      'input_arguments.two words: {"type":"string","default":"x"}',
      'input_arguments.list.type: a (b)',
      'input_arguments.list.default: ["1","2"]',
      'input_arguments.list.example: y',
      'dependencies.1.timeout: 9',
      'dependencies.2: none',
      'supported_platforms: {"a":"1"}',
    ]);
    assert.deepEqual([template.command, template.variables, template.platforms], ['id', {}, ['windows']]);
  });

  it('has the sections of its description as fields', async () => {
    const template = await readOne(`- name: Ours
  description: "What it does.\\n\\n### Objective\\nSee it.\\n\\n### Expected detection\\nAn alert."
  executor: {name: sh, command: id}`);
    const { description, objective, procedure, expected_detection } = template;
    assert.deepEqual(
      [description, objective, procedure, expected_detection],
      ['What it does.', 'See it.', 'Executor: sh', 'An alert.'],
    );
  });
});

describe('a folder of atomics', () => {
  it('is recognised by its names, a file by its content', () => {
    const recognise = (files: Files, isArchive = true) =>
      atomicReader.recognise(
        toSource(files, isArchive),
        new Map(Object.entries(files) as [string, string][]),
      );
    assert.equal(recognise({ 'README.md': '', 'x/T1003.002.yaml': '' }), 'yes');
    assert.equal(recognise({ 'ours.yml': fileOf(whole) }, false), 'yes');
    assert.equal(recognise({ 'rule.yml': 'title: x\ndetection: {}' }, false), 'no');
  });

  it('is read completely, whatever other files are beside the tests', async () => {
    const plan = await read({
      'repo/README.md': 'atomic_tests:',
      'repo/atomics/Indexes/index.yaml': fileOf(whole),
      'repo/.github/workflows/ci.yml': 'on: push',
      'repo/atomics/T1003/T1003.yaml': `\ufeff${fileOf(whole).replaceAll('\n', '\r\n')}`,
      'repo/atomics/T1003/src/tool.ps1': 'x',
      'repo\\own.yaml': fileOf('- name: Ours\n  executor: {name: sh, command: id}', 'T1003.002'),
    });
    assert.deepEqual(plan.refused, []);
    assert.deepEqual(
      plan.templates.map(({ row, leftover }) => [row, leftover]),
      [
        ['T1003.yaml, test 1', []],
        ['own.yaml, test 1', ['display_name: OS Credential Dumping']],
      ],
    );
    assert.ok(!plan.notes.some((note) => note.startsWith('Files that hold no atomic tests')));
    const { command, description } = plan.templates[0]!;
    assert.ok(!`${command}${description}`.includes('\r'));
  });

  it('may use aliases and loses nothing of the file', async () => {
    const plan = await read({
      'T1003.yaml': `${fileOf(
        '- &first\n  name: A\n  executor: &run {name: sh, command: id}\n- {name: B, executor: *run}',
      )}reviewed: 2026-01-01\n`,
    });
    assert.deepEqual(
      plan.templates.map(({ command }) => command),
      ['id', 'id'],
    );
    assert.equal(plan.notes[0], 'T1003.yaml: reviewed: 2026-01-01');
  });

  const refused: [name: string, content: string | Buffer, row: RegExp, why: RegExp][] = [
    ['no tests', 'attack_technique: T1003\n', /^T1003.yaml$/, /no atomic_tests/],
    ['an empty list', fileOf('  []'), /^T1003.yaml$/, /no atomic_tests/],
    ['nothing', '', /^T1003.yaml$/, /no technique/],
    ['two documents', `${fileOf(whole)}---\na: 1\n`, /^T1003.yaml$/, /more than one/],
    ['no technique', fileOf(whole, 'credentials'), /^T1003.yaml$/, /no technique of ATT&CK/],
    ['a name of a type', fileOf('- !!js/function x'), /^T1003.yaml$/, /Unresolved tag/],
    ['an endless alias', fileOf('- &a {name: *a}'), /^T1003.yaml$/, /deep/],
    ['Latin-1', Buffer.from(fileOf('- name: caf\u00e9'), 'latin1'), /^T1003.yaml$/, /UTF-8/],
    ['a text for a test', fileOf('- whoami'), /^T1003.yaml, test 1$/, /no test/],
    ['a test without a name', fileOf('- {name: " "}'), /^T1003.yaml, test 1$/, /no name/],
  ];
  for (const [name, content, row, why] of refused) {
    it(`refuses only ${name}`, async () => {
      const plan = await read({ 'T1003.yaml': content, 'T1003.002.yaml': fileOf(whole, 'T1003.002') });
      assert.equal(plan.templates.length, 1);
      assert.equal(plan.refused.length, 1);
      assert.match(plan.refused[0]!.row, row);
      assert.match(plan.refused[0]!.why, why);
    });
  }

  it('refuses a duplicate GUID and names the other occurrence', async () => {
    const plan = await read({ 'T1003.yaml': fileOf(`${whole}\n${whole}`) });
    assert.deepEqual(plan.refused, [
      {
        row: 'T1003.yaml, test 2',
        name: 'Copy a hive',
        why: 'T1003.yaml, test 1 has the same GUID, or technique and name',
      },
    ]);
  });
});

describe('templates as atomics', () => {
  const readBack = async (templates: PlannedTemplate[]) => (await read(await write(templates))).templates;
  const place = ({ row: _, ...template }: PlannedTemplate) => template;

  it('read back to the same', async () => {
    const { templates } = await read({
      'T1003.yaml': fileOf(whole),
      'T1003.002.yaml': fileOf(
        `- name: Odd
  description: "null"
  supported_platforms: [esxi]
  author: somebody
  executor: {name: ruby, command: "a\\r\\n\\tb \\n\\n", cleanup_command: "  c", timeout: 5}
- name: By hand
  description: |2-
      Two spaces
  supported_platforms: ["iaas:aws"]
  executor: {name: manual, steps: "Executor: sh\\n\\nand more"}
- {name: "yes", description: "1.10", supported_platforms: [macos], executor: {name: sh, command: "~"}}`,
        'T1003.002',
      ),
    });
    assert.equal(templates.length, 4);
    assert.deepEqual(await readBack(templates), templates);
  });

  it('write values without a field as sections', async () => {
    const [template] = (await read({ 'T1003.yaml': fileOf(whole) })).templates;
    const ours: PlannedTemplate = {
      ...template!,
      description: null,
      objective: 'See it.',
      procedure: `Do it twice.\n\n${template!.procedure}`,
      expected_detection: 'An alert.\n\nWith the name.',
    };
    assert.deepEqual((await readBack([ours])).map(place), [place(ours)]);
  });

  it('use the terms of the format', async () => {
    const { templates } = await read({ 'T1003.yaml': fileOf(whole) });
    const ours: PlannedTemplate = {
      ...templates[0]!,
      sourceId: 'ours',
      procedure: null,
      command: 'Get-Process #{name}',
      platforms: ['Windows', 'Entra ID', 'mainframe'],
      variables: {},
    };
    const untagged = { ...ours, name: 'Untagged', catalog_tags: ['TA0001'] };
    const files = await write([ours, untagged]);
    assert.deepEqual(Object.keys(files), ['atomics/T1003/T1003.yaml', 'left-out.txt']);
    assert.match(String(files['left-out.txt']), /Untagged/);
    const text = String(files['atomics/T1003/T1003.yaml']);
    assert.match(text, /name: powershell/);
    assert.match(text, /- windows\n\s+- azure-ad\n\s+input_arguments:\n\s+name:\n/);
    assert.match(text, /default: null/);
    assert.doesNotMatch(text, /auto_generated_guid|mainframe/);
  });
});

describe('all atomics', { skip }, () => {
  const files = skip
    ? {}
    : Object.fromEntries(readdirSync(atomics).map((name) => [name, readFileSync(path.join(atomics, name))]));

  it('are read without a loss, and written and read back to the same, within five seconds of processor time', async () => {
    const begin = process.cpuUsage();
    const plan = await read(files);
    const { user, system } = process.cpuUsage(begin);
    assert.ok(user + system < 5e6, `${user + system} µs`);
    assert.deepEqual([plan.templates.length, plan.refused], [1819, []]);
    assert.deepEqual(plan.notes, []);
    const leftovers = plan.templates.flatMap(({ leftover }) => leftover);
    assert.deepEqual(
      leftovers.filter((line) => !line.startsWith('display_name: ')),
      [],
    );
    const again = await read(await write(plan.templates));
    assert.deepEqual(again.templates, plan.templates);
  });
});
