import type { CommandPart } from '../../../../domain/variables.ts';
import type { MissionWriter } from '../../format.ts';
import { type Script, type Step, type Value, writeScripts } from './commands.ts';

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

function write({ mission, scenario, values, tests }: Script): string {
  const numbers = tests.map((_test, index) => index + 1);
  const clean = numbers.filter((number) => tests[number - 1]?.cleanup !== null).reverse();
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
    ...tests.flatMap((test, index) => writeTest(test, index + 1, values)),
    '',
    "if ($What -eq '') {",
    ...indent(numbers.map((number) => `test_${number}`)),
    "} elseif ($What -eq 'cleanup' -and $Number -ne '') {",
    '  & "cleanup_$([int]$Number)"',
    "} elseif ($What -eq 'cleanup') {",
    ...indent(clean.map((number) => `cleanup_${number}`)),
    '} else {',
    '  & "test_$([int]$What)"',
    '}',
  ].join('\r\n')}\r\n`;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function writeTest(
  { title, executor, command, cleanup }: Step,
  number: number,
  values: readonly Value[],
): string[] {
  const run = executor === 'command_prompt' ? 'Invoke-Prompt' : 'Invoke-Text';
  const write = (name: string, parts: readonly CommandPart[] | null) => [
    `function ${name} {`,
    ...(parts === null ? [] : [`  ${run} (${join(parts, values)})`]),
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
function join(parts: readonly CommandPart[], values: readonly Value[]): string {
  const words = parts.map((part) => {
    if (typeof part === 'string') return quote(part);
    return `$${values.find(({ name }) => name === part.name)?.variable ?? 'null'}`;
  });
  return [`''`, ...words].join(' + ');
}

/** PowerShell ends a text at typographic quotes, too. */
function quote(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
