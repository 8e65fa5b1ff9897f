/** Prerequisites of an atomic test; they are written into the procedure of its template, in a form that can be read back. */
export type Needs = {
  /** Executor of the command: `powershell`, `command_prompt`, `sh`, `bash`; `manual` for a person. */
  executor: string;
  isElevated: boolean;
  arguments: Argument[];
  dependencyExecutor: string | null;
  dependencies: Dependency[];
};
export type Argument = { name: string; type: string; description: string };
export type Dependency = { description: string; check: string | null; get: string | null };

/** Takes steps and needs, returns them as one text; null when both are empty. */
export function writeProcedure(steps: string | null, needs: Needs): string | null {
  const said = isPlain(needs) ? null : writeNeeds(needs);
  if (said === null) return steps;
  return steps === null ? said : `${withoutLastLines(steps)}\n\n${said}`;
}

/** Takes a procedure, returns its steps and the needs at its end; null for needs unless they have the form written here. */
export function readProcedure(procedure: string | null): { steps: string | null; needs: Needs | null } {
  const begins = [...(procedure ?? '').matchAll(/(?:^|\n\n)(?=Executor: )/g)].slice(0, mostTried);
  for (const begin of begins) {
    const steps = procedure!.slice(0, begin.index) || null;
    const needs = readNeeds(procedure!.slice(begin.index + begin[0].length));
    // A text that differs from the import was edited by a person.
    if (needs !== null && writeProcedure(steps, needs) === procedure) return { steps, needs };
  }
  return { steps: procedure, needs: null };
}

/** Limit of places tried as the start of needs. */
const mostTried = 20;

const isPlain = ({ executor, isElevated, arguments: given, dependencies }: Needs) =>
  executor === 'manual' && !isElevated && given.length + dependencies.length === 0;

function writeNeeds(needs: Needs): string {
  const by = needs.dependencyExecutor === null ? '' : ` (${needs.dependencyExecutor})`;
  return [
    `Executor: ${needs.executor}${needs.isElevated ? elevated : ''}`,
    ...(needs.arguments.length > 0 ? ['', 'Arguments:', ...needs.arguments.map(writeArgument)] : []),
    ...(needs.dependencies.length > 0 ? ['', `Dependencies${by}:`] : []),
    ...needs.dependencies.flatMap(({ description, check, get }, index) => [
      '',
      `${index + 1}. ${indent(description)}`,
      ...(check === null ? [] : ['Check:', fence(check)]),
      ...(get === null ? [] : ['Get:', fence(get)]),
    ]),
  ].join('\n');
}

const elevated = ', elevation required';
const writeArgument = ({ name, type, description }: Argument) =>
  `- ${name} (${type}): ${indent(description)}`;
/** Indented, so that continuation lines differ from the next item. */
const indent = (text: string) => text.replaceAll('\n', '\n   ');
const unindent = (text: string) => text.replaceAll('\n   ', '\n');

function fence(command: string): string {
  const longest = Math.max(2, ...[...command.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}\n${withoutLastLines(command)}\n${ticks}`;
}

function withoutLastLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

const head = /^Executor: (.+?)(, elevation required)?(?:\n|$)/;
const argumentList = /^\nArguments:\n((?:- [^\n]*\n?(?: {3}[^\n]*\n?)*)+)/;
const argumentItem = /^- (\S+) \(([^)\n]*)\): ([^\n]*(?:\n {3}[^\n]*)*)(?:\n|$)/;
const dependencyHead = /^\nDependencies(?: \(([^)\n]+)\))?:(?:\n|$)/;
const dependencyItem = /^\n\d+\. ([^\n]*(?:\n {3}[^\n]*)*)(?:\n|$)/;
const fenced = (label: string) => new RegExp(`^${label}:\\n(\`{3,})\\n(.*?)\\n\\1(?:\\n|$)`, 's');
const [checkBlock, getBlock] = [fenced('Check'), fenced('Get')];

function readNeeds(text: string): Needs | null {
  let rest = text;
  const take = (pattern: RegExp): RegExpMatchArray | null => {
    const match = rest.match(pattern);
    if (match !== null) rest = rest.slice(match[0].length);
    return match;
  };
  const start = take(head);
  if (start === null) return null;
  const listed = readArguments(take(argumentList)?.[1] ?? '');
  const dependent = take(dependencyHead);
  const dependencies: Dependency[] = [];
  for (let item = take(dependencyItem); item !== null; item = take(dependencyItem)) {
    const check = take(checkBlock)?.[2] ?? null;
    dependencies.push({ description: unindent(item[1]!), check, get: take(getBlock)?.[2] ?? null });
  }
  if (rest !== '') return null;
  return {
    executor: start[1]!,
    isElevated: start[2] !== undefined,
    arguments: listed,
    dependencyExecutor: dependent?.[1] ?? null,
    dependencies,
  };
}

function readArguments(text: string): Argument[] {
  const read: Argument[] = [];
  let rest = text;
  for (let item = rest.match(argumentItem); item !== null; item = rest.match(argumentItem)) {
    read.push({ name: item[1]!, type: item[2]!, description: unindent(item[3]!) });
    rest = rest.slice(item[0].length);
  }
  return read;
}
