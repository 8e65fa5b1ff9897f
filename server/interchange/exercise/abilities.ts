import { blankProcedure } from '../../../domain/procedures.ts';
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
import { tagWith } from './tactics.ts';

/** One variant of a Caldera ability, or, without a command, only its clean-up. */
type Variant = {
  platform: string | null;
  executor: string | null;
  command: string | null;
  cleanup: string | null;
  payloads: string[];
};

/** A command with every clean-up that the ability has for it; its first variant decides the platform. */
type Way = Omit<Variant, 'cleanup' | 'payloads'> & { cleanups: Variant[] };

/** Names of platforms in ATT&CK. */
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
 * Takes an ability as written by Caldera and the CTID emulation plans (platforms within it, or a list of executors), returns a
 * template: its first command, and all others in the procedure. Null for one without an id or a name.
 */
export function readAbility(ability: Values, row: Place, attack: KnownAttack): PlannedTemplate | null {
  const id = readText(ability, 'id') ?? readText(ability, 'ability_id');
  const name = readText(ability, 'name');
  if (id === null || name === null) return null;
  const leftover: string[] = [];
  const variants = [...readPlatforms(ability, leftover), ...readExecutors(ability, leftover)];
  const { ways, unpaired } = groupByCommand(variants);
  const [first, ...others] = ways;
  const [cleanup = null, ...moreCleanups] = [...(first?.cleanups ?? []), ...unpaired];
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
    procedure: writeProcedure(first, others, {
      cleanup,
      moreCleanups,
      payloads,
      dependencies: readObjects(ability, 'dependencies'),
    }),
    command: first?.command ?? null,
    cleanup_command: cleanup?.cleanup ?? null,
    platforms: [
      ...new Set(variants.flatMap(({ platform }) => (platform === null ? [] : namePlatform(platform)))),
    ],
    catalog_tags,
    variables,
    source,
  };
}

/** `platforms: {windows: {psh,cmd: {command, cleanup, payloads}}}`; executors with the same command share one key. */
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
          isObject(value)
            ? toVariant(value, { platform: platform.trim(), executor }, leftover)
            : leaveText(`platforms ${platform.trim()} ${executor}`, value, leftover),
        ),
      );
  });
}

/** `executors: [{platform, name, command, cleanup}]` of Caldera, or without a platform as in Atomic Red Team. */
function readExecutors(ability: Values, leftover: string[]): Variant[] {
  return readObjects(ability, 'executors').flatMap((value) => {
    const where = { platform: readText(value, 'platform'), executor: readText(value, 'name') };
    return toVariant(value, where, leftover);
  });
}

function leaveText(label: string, value: unknown, leftover: string[]): Variant[] {
  if (value !== null && value !== undefined && value !== '') leftover.push(toLeftover(label, value));
  return [];
}

function toVariant(
  from: Values,
  where: Pick<Variant, 'platform' | 'executor'>,
  leftover: string[],
): Variant[] {
  const [given, code] = [readText(from, 'command'), readText(from, 'code')];
  const command = given ?? code;
  if (given !== null && code !== null && given !== code) leftover.push(toLeftover('code', code));
  const cleanups = [...readTexts(from, 'cleanup_command'), ...readTexts(from, 'cleanup')];
  const cleanup = [...new Set(cleanups)].join('\n') || null;
  const payloads = [...readTexts(from, 'payloads'), ...readTexts(from, 'uploads')];
  const isEmpty = command === null && cleanup === null && payloads.length === 0;
  return isEmpty ? [] : [{ ...where, command, cleanup, payloads }];
}

/** Takes variants in order, returns each distinct command with its clean-ups, and the clean-ups without a command. */
function groupByCommand(variants: readonly Variant[]): { ways: Way[]; unpaired: Variant[] } {
  const ways = new Map<string, Way>();
  const unpaired: Variant[] = [];
  for (const variant of variants) {
    const { platform, executor, command, cleanup } = variant;
    const key = command?.trim();
    const way = key === undefined ? null : (ways.get(key) ?? { platform, executor, command, cleanups: [] });
    if (way !== null && key !== undefined) ways.set(key, way);
    const cleanups = way?.cleanups ?? unpaired;
    const isKnown = cleanups.some((known) => known.cleanup?.trim() === cleanup?.trim());
    if (cleanup !== null && !isKnown) cleanups.push(variant);
  }
  return { ways: [...ways.values()], unpaired };
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
  first: Way | undefined,
  others: readonly Way[],
  {
    cleanup,
    moreCleanups,
    payloads,
    dependencies,
  }: {
    cleanup: Variant | null;
    moreCleanups: readonly Variant[];
    payloads: readonly string[];
    dependencies: readonly Values[];
  },
): string | null {
  // The clean-up belongs to the first command, unless it says otherwise.
  const isElsewhere = cleanup !== null && cleanup.command === null && describe(cleanup) !== '';
  const parts = [
    ...(first === undefined ? [] : [describe(first)].filter((text) => text !== '')),
    ...(isElsewhere ? [`${describe(cleanup)}: only the clean-up`] : []),
    ...(payloads.length > 0 ? [`Files that it needs: ${payloads.join(', ')}`] : []),
    ...dependencies.map(describeDependency),
    ...moreCleanups.map((variant) => `${describe(variant) || 'Otherwise'}, clean-up:\n${variant.cleanup}`),
    ...others.map((way) => {
      const cleanups = way.cleanups.map(({ cleanup }) => `\n\nClean-up:\n${cleanup}`);
      return `${describe(way) || 'Otherwise'}:\n${way.command}${cleanups.join('')}`;
    }),
  ];
  return parts.join('\n\n') || null;
}

function describe({ platform, executor }: Pick<Variant, 'platform' | 'executor'>): string {
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
