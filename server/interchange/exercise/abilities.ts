import { variableName } from '../../../domain/variables.ts';
import type { KnownAttack } from '../format.ts';
import type { Place, PlannedTemplate } from '../plan.ts';
import {
  findTags,
  isObject,
  listLeftovers,
  readField,
  readObjects,
  readText,
  readTexts,
  toLeftover,
  type Values,
} from '../reading/values.ts';
import { blankProcedure } from './blank.ts';
import { tagWith } from './tactics.ts';

/** One way to do what an ability of Caldera does. */
type Variant = {
  platform: string | null;
  executor: string | null;
  command: string;
  cleanup: string | null;
  payloads: string[];
};

/** What platforms are called in ATT&CK. */
const platforms = new Map([
  ['windows', 'Windows'],
  ['linux', 'Linux'],
  ['darwin', 'macOS'],
  ['macos', 'macOS'],
]);

export function namePlatform(name: string): string {
  return platforms.get(name.toLowerCase()) ?? name;
}

const ofAbility = ['id', 'ability_id', 'name', 'description', 'tactic', 'technique', 'technique_id'];
const ofProcedure = ['technique_name', 'platforms', 'executors', 'input_arguments', 'dependencies'];

/**
 * Takes an ability as Caldera and the emulation plans of CTID write it (platforms within it, or a list of executors), returns a template:
 * the first of its commands, and all others in the procedure. Null for one without an id or a name.
 */
export function readAbility(ability: Values, row: Place, attack: KnownAttack): PlannedTemplate | null {
  const id = readText(ability, 'id') ?? readText(ability, 'ability_id');
  const name = readText(ability, 'name');
  if (id === null || name === null) return null;
  const leftover: string[] = [];
  const variants = [...readPlatforms(ability, leftover), ...readExecutors(ability)];
  const commands = new Set<string>();
  const distinct = variants.filter(({ command }) => {
    const isNew = !commands.has(command.trim());
    commands.add(command.trim());
    return isNew;
  });
  const [first, ...others] = distinct;
  const payloads = [...new Set(variants.flatMap((variant) => variant.payloads))];
  const catalog_tags = readTags(ability, attack, leftover);
  const variables = readArguments(ability, leftover);
  const source = readText(ability, 'cti_source');
  const known = [...ofAbility, ...ofProcedure, ...(source === null ? [] : ['cti_source'])];
  leftover.push(...listLeftovers(ability, known));
  return {
    row,
    sourceId: id,
    leftover,
    ...blankProcedure(name),
    description: readText(ability, 'description'),
    procedure: writeProcedure(first, others, payloads, readObjects(ability, 'dependencies')),
    command: first?.command ?? null,
    cleanup_command:
      variants.find(({ command, cleanup }) => command.trim() === first?.command.trim() && cleanup)?.cleanup ??
      null,
    platforms: [
      ...new Set(variants.flatMap(({ platform }) => (platform === null ? [] : namePlatform(platform)))),
    ],
    catalog_tags,
    variables,
    source,
  };
}

/** `platforms: {windows: {psh,cmd: {command, cleanup, payloads}}}`; executors with the same command share a key. */
function readPlatforms(ability: Values, leftover: string[]): Variant[] {
  const given = readField(ability, 'platforms');
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([names, executors]) => {
    if (!isObject(executors)) {
      leftover.push(toLeftover(`platforms ${names}`, executors));
      return [];
    }
    return names
      .split(',')
      .flatMap((platform) =>
        Object.entries(executors).flatMap(([executor, value]) =>
          isObject(value) ? toVariant(value, platform.trim(), executor, 'cleanup') : [],
        ),
      );
  });
}

/** `executors: [{platform, name, command, cleanup}]` of Caldera, or without a platform as Atomic Red Team has them. */
function readExecutors(ability: Values): Variant[] {
  return readObjects(ability, 'executors').flatMap((executor) => {
    const cleanup = readText(executor, 'cleanup_command') === null ? 'cleanup' : 'cleanup_command';
    return toVariant(executor, readText(executor, 'platform'), readText(executor, 'name'), cleanup);
  });
}

function toVariant(
  from: Values,
  platform: string | null,
  executor: string | null,
  cleanup: string,
): Variant[] {
  const command = readText(from, 'command') ?? readText(from, 'code');
  if (command === null) return [];
  const payloads = [...readTexts(from, 'payloads'), ...readTexts(from, 'uploads')];
  return [{ platform, executor, command, cleanup: readTexts(from, cleanup).join('\n') || null, payloads }];
}

function readTags(ability: Values, attack: KnownAttack, leftover: string[]): string[] {
  const technique = readField(ability, 'technique');
  const id = isObject(technique) ? readText(technique, 'attack_id') : null;
  const given = id ?? readText(ability, 'technique_id') ?? '';
  const tags = findTags(given);
  if (given !== '' && tags.length === 0) leftover.push(toLeftover('technique', given));
  const tactics = tagWith(tags[0] ?? null, readText(ability, 'tactic'), attack, leftover);
  return [...new Set([...tags, ...tactics])];
}

function readArguments(ability: Values, leftover: string[]): Record<string, string> {
  const given = readField(ability, 'input_arguments');
  const variables = new Map<string, string>();
  for (const [name, value] of isObject(given) ? Object.entries(given) : []) {
    const of = isObject(value) ? value : {};
    const text = readText(of, 'default');
    const isTaken = text !== null && variableName.test(name) && name !== '__proto__';
    if (isTaken) variables.set(name, text);
    const rest = [readText(of, 'type'), readText(of, 'description')].filter((part) => part !== null);
    const lost = isTaken || text === null ? rest : [...rest, text];
    if (lost.length > 0) leftover.push(toLeftover(`argument ${name}`, lost.join(', ')));
  }
  return Object.fromEntries(variables);
}

function writeProcedure(
  first: Variant | undefined,
  others: readonly Variant[],
  payloads: readonly string[],
  dependencies: readonly Values[],
): string | null {
  const parts = [
    ...(first === undefined ? [] : [describe(first)].filter((text) => text !== '')),
    ...(payloads.length > 0 ? [`Files that it needs: ${payloads.join(', ')}`] : []),
    ...dependencies.map(describeDependency),
    ...others.map((variant) => {
      const cleanup = variant.cleanup === null ? '' : `\n\nClean-up:\n${variant.cleanup}`;
      return `${describe(variant) || 'Otherwise'}:\n${variant.command}${cleanup}`;
    }),
  ];
  return parts.join('\n\n') || null;
}

function describe({ platform, executor }: Variant): string {
  const where = platform === null ? '' : `On ${namePlatform(platform)}`;
  if (executor === null) return where;
  return where === '' ? `With ${executor}` : `${where} with ${executor}`;
}

function describeDependency(dependency: Values): string {
  const texts = [
    ['Check', readText(dependency, 'prereq_command')],
    ['Get', readText(dependency, 'get_prereq_command')],
  ].flatMap(([label, command]) => (command === null ? [] : [`${label}:\n${command}`]));
  return [`Needed before: ${readText(dependency, 'description') ?? ''}`, ...texts].join('\n');
}
