import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { blankMission, blankTest } from '../../exercise/blank.ts';
import type { ExportedFile, MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { bashWriter } from './write-bash.ts';
import { powershellWriter } from './write-powershell.ts';

const attack = { nameOf: () => null, tacticsOf: () => [] };

function missionOf(scenarios: Record<string, Partial<PlannedTest>[]>): PlannedMission {
  const mission = blankMission('row', 'm', 'Mission');
  let count = 0;
  mission.scenarios = Object.entries(scenarios).map(([name, tests]) => ({
    name,
    description: null,
    tests: tests.map((test) => {
      count += 1;
      return { ...blankTest('row', `t${count}`, `Test ${count}`), ...test };
    }),
  }));
  return mission;
}

async function write(writer: MissionWriter, mission: PlannedMission): Promise<ExportedFile[]> {
  const files = [];
  for await (const file of writer.write(mission, { attack, open: async () => Buffer.alloc(0) }))
    files.push(file);
  return files;
}

async function scriptOf(writer: MissionWriter, mission: PlannedMission): Promise<string> {
  return String((await write(writer, mission))[0]?.content);
}

function bash(script: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync('bash', ['-s', '--', ...args], {
    input: script,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return stdout;
}

const linux = { platforms: ['linux'] };
/** Texts that end comments, texts, functions and scripts. */
const hostile = [
  'a\nrm -rf /',
  'a\r\necho owned',
  'a\u2028echo owned',
  'a\u0085echo owned',
  "'; echo owned; '",
  '"; echo owned; "',
  '$(echo owned)',
  '`echo owned`',
  '} ; echo owned ; {',
  'EOF\necho owned',
  '#> echo owned <#',
  '’; echo owned; ‘',
  '\u0000echo owned',
  '\\',
];

describe('scripts for bash', () => {
  it('run the tests of a scenario in order, one, or the clean-up in reverse', async () => {
    const tests = [
      { ...linux, command: 'echo "one $((1 + 1))"', cleanup_command: 'echo clean one' },
      { platforms: ['windows'], command: 'Write-Output no' },
      { ...linux, command: 'for x in a b; do\n  echo $x\ndone', cleanup_command: 'echo clean two' },
    ];
    const script = await scriptOf(bashWriter, missionOf({ Discovery: tests }));
    assert.equal(bash(script), 'one 2\na\nb\n');
    assert.equal(bash(script, '2'), 'a\nb\n');
    assert.equal(bash(script, 'cleanup'), 'clean two\nclean one\n');
    assert.equal(bash(script, 'cleanup', '1'), 'clean one\n');
    assert.doesNotMatch(script, /Write-Output/);
  });

  it('have the values at the top: of the mission, else of a test, else empty', async () => {
    const command = 'echo "#{user}-#{User}-#{out.file}-#{none}"';
    const mission = missionOf({
      Values: [{ ...linux, command, variables: { user: 'test', 'out.file': "it's" } }],
    });
    mission.variables = { user: 'guest' };
    const script = await scriptOf(bashWriter, mission);
    assert.match(
      script,
      /^value_user='guest' # user\nvalue_user_='' # User\nvalue_out_file='it'\\''s' # out\.file$/m,
    );
    assert.equal(bash(script), "guest--it's-\n");
    assert.equal(bash(script.replace("value_user='guest'", "value_user='root'")), "root--it's-\n");
  });

  it('keep hostile names in their comment', async () => {
    for (const name of hostile) {
      const test = { ...linux, name, command: 'echo fine', catalog_tags: [name], tags: [name] };
      const mission = missionOf({ [name]: [test] });
      mission.name = name;
      assert.equal(bash(await scriptOf(bashWriter, mission)), 'fine\n', JSON.stringify(name));
    }
  });

  it('keep hostile values in their text', async () => {
    for (const value of hostile) {
      const test = {
        ...linux,
        command: `printf '%s' '#{value}' > /dev/null; echo fine`,
        variables: { other: value },
      };
      const printed = { ...linux, command: 'echo "[" #{other} "]"', variables: { other: value } };
      const script = await scriptOf(bashWriter, missionOf({ Values: [test, printed] }));
      assert.equal(bash(script, '1'), 'fine\n');
    }
  });

  it('isolate a broken command from the others', async () => {
    const tests = [
      { ...linux, command: 'echo "open' },
      { ...linux, command: '}\n)\nEOF' },
      { ...linux, command: 'echo fine' },
    ];
    const script = await scriptOf(bashWriter, missionOf({ Broken: tests }));
    const { stdout } = spawnSync('bash', ['-s'], { input: script, encoding: 'utf8' });
    assert.equal(stdout, 'fine\n');
  });

  it('are one for each scenario with tests for it', async () => {
    const names = async (scenarios: Record<string, Partial<PlannedTest>[]>) =>
      (await write(bashWriter, missionOf(scenarios))).map(({ name }) => name);
    const some = [{ ...linux, command: 'id' }];
    assert.deepEqual(
      await names({ 'Été / ../x': some, Windows: [{ command: 'x', platforms: ['Windows'] }], 漢: some }),
      ['01-e-te-x.sh', '03-scenario.sh'],
    );
    assert.deepEqual(await names({ None: [] }), ['scenario.sh']);
    assert.equal(bash(await scriptOf(bashWriter, missionOf({ None: [] }))), '');
  });
});

describe('scripts for PowerShell', () => {
  it('run PowerShell as it is and the command prompt by cmd.exe, with values at the top', async () => {
    const windows = { platforms: ['windows'] };
    const tests = [
      {
        ...windows,
        command: "Write-Output '#{user}'",
        cleanup_command: 'Remove-Item x',
        variables: { user: "a'b’c" },
      },
      { ...windows, command: 'whoami\nhostname', tags: ['command_prompt'] },
      { ...linux, command: 'id', tags: ['sh'] },
    ];
    const script = await scriptOf(powershellWriter, missionOf({ Windows: tests }));
    assert.ok(script.startsWith('\ufeffparam('));
    assert.match(script, /^\$value_user = 'a''b’’c' # user\r$/m);
    assert.match(script, /^ {2}Invoke-Text \('' \+ 'Write-Output ''' \+ \$value_user \+ ''''\)\r$/m);
    assert.match(script, /^ {2}Invoke-Prompt \('' \+ 'whoami\nhostname'\)\r$/m);
    assert.match(script, /^function cleanup_1 \{\r\n {2}Invoke-Text \('' \+ 'Remove-Item x'\)\r$/m);
    assert.doesNotMatch(script, /'id'/);
  });

  it('keep hostile names in their comment, and texts between their quotes', async () => {
    for (const name of hostile) {
      const test = { name, command: name, variables: { other: name }, catalog_tags: [name] };
      const mission = missionOf({ [name]: [test] });
      mission.name = name;
      const script = await scriptOf(powershellWriter, mission);
      // The frame of the script, without comments and texts.
      const frame = script.replaceAll(/'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'/g, '').replaceAll(/^(#|.* # ).*$/gm, '');
      assert.doesNotMatch(frame, /owned|rm -rf/, JSON.stringify(name));
    }
  });
});
