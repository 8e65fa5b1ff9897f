import { listVariables, splitCommand } from '../../../../domain/variables.ts';
import { dropUnseen } from '../../../../domain/visible-text.ts';
import type { ExportedFile } from '../../format.ts';
import type { PlannedMission, PlannedScenario, PlannedTest } from '../../plan.ts';
import { readProcedure } from '../atomic/procedure.ts';

/** A shell that scripts are written for. */
export type Shell = {
  ending: string;
  platforms: readonly string[];
  executors: readonly string[];
  write: (script: Script) => string;
};

export type Script = {
  mission: string;
  scenario: string;
  values: Value[];
  tests: Step[];
  /** Numbers of the tests, from 1, and of those that are cleaned up, the last one first. */
  numbers: number[];
  cleaned: number[];
};
/** A variable of the commands, with its name in the script. */
export type Value = { name: string; variable: string; value: string };
/** A literal text, or a variable of the script. */
export type Part = string | { variable: string };
export type Step = {
  /** For comments: one line without characters that could end it. */
  title: string;
  executor: string | null;
  command: readonly Part[] | null;
  cleanup: readonly Part[] | null;
};

/** Scripts of the scenarios that have tests for a shell; if none has, one without tests. */
export function* writeScripts(mission: PlannedMission, shell: Shell): Generator<ExportedFile> {
  let count = 0;
  for (const [index, scenario] of mission.scenarios.entries()) {
    const tests = scenario.tests.filter((test) => isFor(test, shell));
    if (tests.length === 0) continue;
    count += 1;
    yield {
      name: `${String(index + 1).padStart(2, '0')}-${toFilePart(scenario.name)}.${shell.ending}`,
      content: shell.write(toScript(mission, scenario, tests)),
    };
  }
  if (count > 0) return;
  const empty = { name: '', description: null, tests: [] };
  yield { name: `scenario.${shell.ending}`, content: shell.write(toScript(mission, empty, [])) };
}

function isFor(test: PlannedTest, { platforms, executors }: Shell): boolean {
  if (test.command === null && test.cleanup_command === null) return false;
  const executor = findExecutor(test);
  if (executor !== null) return executors.includes(executor);
  return (
    test.platforms.length === 0 ||
    test.platforms.some((platform) => platforms.includes(platform.toLowerCase()))
  );
}

const known = ['powershell', 'command_prompt', 'sh', 'bash', 'manual'];

/** As an atomic test says; null if nothing does. */
function findExecutor({ procedure, tags }: PlannedTest): string | null {
  const { needs } = readProcedure(procedure);
  return needs?.executor ?? tags.find((tag) => known.includes(tag)) ?? null;
}

function toScript(mission: PlannedMission, scenario: PlannedScenario, tests: readonly PlannedTest[]): Script {
  const names = listVariables(tests.flatMap(({ command, cleanup_command }) => [command, cleanup_command]));
  const taken = new Set<string>();
  const values = names.map((name): Value => {
    const defaults = tests.find(({ variables }) => Object.hasOwn(variables, name))?.variables ?? {};
    const of = Object.hasOwn(mission.variables, name) ? mission.variables : defaults;
    let variable = `value_${name.replaceAll(/[^A-Za-z0-9_]/g, '_')}`.toLowerCase();
    while (taken.has(variable)) variable += '_';
    taken.add(variable);
    return { name, variable, value: (of[name] ?? '').replaceAll('\0', '␀') };
  });
  const variables = new Map(values.map(({ name, variable }) => [name, variable]));
  const split = (text: string | null): Part[] | null => {
    if (text === null) return null;
    const parts = splitCommand(text.replaceAll('\0', '␀').trimEnd());
    return parts.map((part) =>
      typeof part === 'string' ? part : { variable: variables.get(part.name) as string },
    );
  };
  const numbers = tests.map((_test, index) => index + 1);
  return {
    mission: toLine(mission.name),
    scenario: toLine(scenario.name),
    values,
    tests: tests.map((test) => ({
      title: toLine([test.catalog_tags.join(', '), test.name].filter((part) => part !== '').join(' – ')),
      executor: findExecutor(test),
      command: split(test.command),
      cleanup: split(test.cleanup_command),
    })),
    numbers,
    cleaned: numbers.filter((number) => tests[number - 1]?.cleanup_command !== null).reverse(),
  };
}

/** A text that ends no comment. */
function toLine(text: string): string {
  return dropUnseen(text.replaceAll(/[\s\u0085\u2028\u2029]+/g, ' '))
    .trim()
    .toWellFormed();
}

function toFilePart(name: string): string {
  const part = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return part === '' ? 'scenario' : part;
}
