import type { MissionWriter } from '../../format.ts';
import { type Part, type Script, type Step, writeScripts } from './commands.ts';

/** Writes a script for bash for each scenario. */
export const bashWriter: MissionWriter = {
  write: async function* (mission) {
    yield* writeScripts(mission, {
      ending: 'sh',
      platforms: ['linux', 'macos'],
      executors: ['sh', 'bash'],
      write,
    });
  },
};

function write({ mission, scenario, values, tests, numbers, cleaned }: Script): string {
  return `${[
    '#!/usr/bin/env bash',
    `# Mission: ${mission}`,
    `# Scenario: ${scenario}`,
    '#',
    '# All tests: script.sh   One: script.sh 3   Clean-up: script.sh cleanup, or script.sh cleanup 3',
    '',
    '# Values: fill these in.',
    ...values.map(({ name, variable, value }) => `${variable}=${quote(value)} # ${name}`),
    '',
    'run() { bash -c "$1"; }',
    ...tests.flatMap((test, index) => writeTest(test, index + 1)),
    '',
    'case $1 in',
    "'')",
    ...indent(numbers.map((number) => `test_${number}`)),
    '  ;;',
    'cleanup)',
    '  if [ -n "$2" ]; then "cleanup_$2"; exit; fi',
    ...indent(cleaned.map((number) => `cleanup_${number}`)),
    '  ;;',
    '*) "test_$1" ;;',
    'esac',
  ].join('\n')}\n`;
}

const indent = (lines: readonly string[]): string[] =>
  lines.length === 0 ? ['  :'] : lines.map((line) => `  ${line}`);

function writeTest({ title, command, cleanup }: Step, number: number): string[] {
  return [
    '',
    `# ${number}. ${title}`,
    `test_${number}() {`,
    command === null ? '  :' : `  run ${join(command)}`,
    '}',
    ...(cleanup === null ? [] : [`cleanup_${number}() {`, `  run ${join(cleanup)}`, '}']),
  ];
}

/** A command as one word: literal text in quotes, and the values of its variables. */
function join(parts: readonly Part[]): string {
  return (
    parts.map((part) => (typeof part === 'string' ? quote(part) : `"$${part.variable}"`)).join('') || "''"
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
