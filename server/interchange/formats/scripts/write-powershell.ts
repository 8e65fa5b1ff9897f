import type { MissionWriter } from '../../format.ts';
import { type Part, type Script, type Step, writeScripts } from './commands.ts';

/** Writes a script for PowerShell for each scenario. */
export const powershellWriter: MissionWriter = {
  write: async function* (mission) {
    yield* writeScripts(mission, {
      ending: 'ps1',
      platforms: ['windows'],
      executors: ['powershell', 'command_prompt'],
      write,
    });
  },
};

function write({ mission, scenario, values, tests, numbers, cleaned }: Script): string {
  // Windows PowerShell 5 reads a file without the mark in the code page of the system.
  return `\ufeff${[
    "param([string]$What = '', [string]$Number = '')",
    `# Mission: ${mission}`,
    `# Scenario: ${scenario}`,
    '#',
    '# All tests: script.ps1   One: script.ps1 3   Clean-up: script.ps1 cleanup, or script.ps1 cleanup 3',
    '',
    '# Values: fill these in.',
    ...values.map(({ name, variable, value }) => `$${variable} = ${quote(value)} # ${name}`),
    '',
    'function Invoke-Text([string]$Text) { & ([scriptblock]::Create($Text)) }',
    "function Invoke-Prompt([string]$Text) { & cmd.exe /d /c (($Text -split '\\r?\\n') -join ' & ') }",
    ...tests.flatMap((test, index) => writeTest(test, index + 1)),
    '',
    "if ($What -eq '') {",
    ...indent(numbers.map((number) => `test_${number}`)),
    "} elseif ($What -eq 'cleanup' -and $Number -ne '') {",
    '  & "cleanup_$([int]$Number)"',
    "} elseif ($What -eq 'cleanup') {",
    ...indent(cleaned.map((number) => `cleanup_${number}`)),
    '} else {',
    '  & "test_$([int]$What)"',
    '}',
  ].join('\r\n')}\r\n`;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function writeTest({ title, executor, command, cleanup }: Step, number: number): string[] {
  const run = executor === 'command_prompt' ? 'Invoke-Prompt' : 'Invoke-Text';
  const write = (name: string, parts: readonly Part[] | null) => [
    `function ${name} {`,
    ...(parts === null ? [] : [`  ${run} (${join(parts)})`]),
    '}',
  ];
  return [
    '',
    `# ${number}. ${title}`,
    ...write(`test_${number}`, command),
    ...(cleanup === null ? [] : write(`cleanup_${number}`, cleanup)),
  ];
}

/** A command as one expression: literal text in quotes, and the values of its variables. */
function join(parts: readonly Part[]): string {
  return [`''`, ...parts.map((part) => (typeof part === 'string' ? quote(part) : `$${part.variable}`))].join(
    ' + ',
  );
}

/** PowerShell ends a text at typographic quotes, too. */
function quote(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
