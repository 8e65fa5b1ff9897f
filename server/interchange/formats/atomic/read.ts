import path from 'node:path';
import { type Variables, variableName } from '../../../../domain/variables.ts';
import { importBounds } from '../../bounds.ts';
import { type ImportMember, type ImportReader, ImportRefusal, type KnownAttack } from '../../format.ts';
import type { ImportPlan, PlannedTemplate } from '../../plan.ts';
import { isNoise } from '../../reading/noise.ts';
import { listObjects } from '../../reading/shape.ts';
import { decodeText } from '../../reading/text.ts';
import { isObject, listLeftovers, readField, toLeftover, type Values } from '../../reading/values.ts';
import { parseYaml } from '../../reading/yaml.ts';
import { type Dependency, type Needs, writeProcedure } from './procedure.ts';
import { readSections } from './sections.ts';

/**
 * Atomic Red Team: a file for each technique, with its tests (https://github.com/redcanaryco/atomic-red-team). A test is
 * identified by its `auto_generated_guid`, or else by its technique and name.
 */
export const atomicReader: ImportReader = {
  format: 'atomic',
  claims: isAtomic,
  recognise: (_source, beginnings) =>
    [...beginnings].some(([name, text]) => isAtomic(name, text)) ? 'yes' : 'no',
  read: async ({ members, isArchive }, { attack, progress }) => {
    // The indexes of a repository repeat the tests of its files.
    const hasFiles = members.some(({ name }) => isNamedAfterTechnique(name));
    const reading = new Reading(attack, { readsIndexes: !hasFiles });
    for (const [index, member] of members.entries()) {
      await reading.readMember(member, isArchive);
      progress((index + 1) / members.length);
    }
    return reading.plan();
  },
};

const isYaml = (name: string) => /\.(?:ya?ml|json)$/i.test(name);
const isNamedAfterTechnique = (name: string) => /(?:^|[\\/])T\d{4}(?:\.\d{3})?\.ya?ml$/.test(name);
/** Lists of all tests by tactic, which the repository generates from its files. */
const isIndex = (name: string) => /(?:^|[\\/])Indexes[\\/]/.test(name);
const hasTests = (text: string) => text.includes('atomic_tests') || text.includes('attack_technique');

/** A file of a technique or an index of several, by its structure; a damaged one by its name. */
function isAtomic(name: string, text: string): boolean {
  if (!isYaml(name)) return false;
  const objects = hasTests(text) ? listObjects(text) : [];
  const isFile = objects.some(
    (object) => Object.hasOwn(object, 'atomic_tests') || Object.hasOwn(object, 'attack_technique'),
  );
  const isListed = objects.flatMap((object) => Object.values(object)).some(isTactic);
  return (
    isFile || isListed || (isNamedAfterTechnique(name) && (hasTests(text) || listObjects(text).length === 0))
  );
}

/** In an index: techniques by id, each with its tests. */
function isTactic(value: unknown): value is Values {
  return (
    isObject(value) && Object.values(value).some((one) => isObject(one) && Object.hasOwn(one, 'atomic_tests'))
  );
}

class Reading {
  #attack: KnownAttack;
  #templates: PlannedTemplate[] = [];
  #refused: ImportPlan['refused'] = [];
  #notes: string[] = [];
  #places = new Map<string, string>();
  #unnamed = 0;
  #passedOver = 0;

  readonly #readsIndexes: boolean;

  constructor(attack: KnownAttack, { readsIndexes }: { readsIndexes: boolean }) {
    this.#attack = attack;
    this.#readsIndexes = readsIndexes;
  }

  async readMember(member: ImportMember, isArchive: boolean): Promise<void> {
    if (isArchive && isNoise(member.name)) return;
    if (isArchive && (!isYaml(member.name) || (isIndex(member.name) && !this.#readsIndexes))) {
      if (!isIndex(member.name)) this.#passedOver += 1;
      return;
    }
    try {
      const text = decodeText(await member.read());
      if (isArchive && !isNamedAfterTechnique(member.name) && !isAtomic(member.name, text))
        this.#passedOver += 1;
      else this.#readFile(path.posix.basename(member.name.replaceAll('\\', '/')), text);
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      this.#refused.push({ row: member.name, name: null, why: error.message });
    }
  }

  plan(): ImportPlan {
    const notes = [...this.#notes];
    if (this.#unnamed > 0) {
      notes.push(`Tests without a GUID: ${this.#unnamed}. They are known again by technique and name.`);
    }
    if (this.#passedOver > 0) notes.push(`Files that hold no atomic tests: ${this.#passedOver}.`);
    return {
      format: 'atomic',
      version: null,
      templates: this.#templates,
      scenarios: [],
      missions: [],
      executions: [],
      selections: [],
      rules: [],
      refused: this.#refused,
      notes,
    };
  }

  #readFile(file: string, text: string): void {
    const documents = parseYaml(text);
    const [technique] = documents;
    if (documents.length > 1) throw new ImportRefusal('The file has more than one YAML document');
    if (!isObject(technique)) throw new ImportRefusal('The file has no technique with tests');
    const tactics = Object.values(technique).filter(isTactic);
    if (tactics.length > 0 && !Object.hasOwn(technique, 'atomic_tests')) {
      this.#readIndex(tactics, file);
      return;
    }
    this.#readTechnique(technique, file);
  }

  /** A technique of several tactics is listed under each, with the same tests. */
  #readIndex(tactics: readonly Values[], file: string): void {
    const known = new Set<string>();
    for (const [id, entry] of tactics.flatMap((tactic) => Object.entries(tactic))) {
      const tests = isObject(entry) ? readField(entry, 'atomic_tests') : null;
      if (known.has(id) || !isObject(entry) || !Array.isArray(tests) || tests.length === 0) continue;
      known.add(id);
      const about = readField(entry, 'technique');
      const external = isObject(about) ? toText(readField(about, 'identifier')) : null;
      this.#readTechnique({ attack_technique: external ?? id, atomic_tests: tests }, `${file}, ${id}`);
    }
  }

  #readTechnique(technique: Values, file: string): void {
    const tests = readField(technique, 'atomic_tests');
    if (!Array.isArray(tests) || tests.length === 0) throw new ImportRefusal('The file has no atomic_tests');
    const id = toText(readField(technique, 'attack_technique'))?.trim().toUpperCase();
    if (!id || !/^T\d{4}(\.\d{3})?$/.test(id)) {
      throw new ImportRefusal('attack_technique is no technique of ATT&CK, such as T1059.001');
    }
    const display = toText(readField(technique, 'display_name'));
    const leftover = display === null || display === nameTechnique(this.#attack, id) ? [] : [display];
    for (const line of listLeftovers(technique, ['attack_technique', 'display_name', 'atomic_tests'])) {
      this.#notes.push(`${file}: ${line}`);
    }
    for (const [index, test] of tests.entries()) {
      const row = `${file}, test ${index + 1}`;
      const refuse = (why: string, name: string | null = null) => this.#refused.push({ row, name, why });
      if (!isObject(test)) {
        refuse('It is no test');
        continue;
      }
      const name = toText(readField(test, 'name'))?.trim();
      if (!name) refuse('It has no name');
      else this.#add(readTest(row, id, name, test, leftover), refuse);
    }
  }

  #add(template: PlannedTemplate, refuse: (why: string, name: string) => void): void {
    const { row, name, sourceId } = template;
    const other = this.#places.get(sourceId);
    if (other !== undefined) refuse(`${other} has the same GUID, or technique and name`, name);
    else {
      this.#places.set(sourceId, row);
      if (!isGuid(sourceId)) this.#unnamed += 1;
      this.#templates.push(template);
      if (this.#templates.length > importBounds.rows) {
        throw new ImportRefusal(`It has more than ${importBounds.rows} tests`);
      }
    }
  }
}

/** The name of a technique in Atomic Red Team, preceded by its parent's; null when ATT&CK doesn't have it. */
export function nameTechnique(attack: KnownAttack, id: string): string | null {
  const name = attack.nameOf(id);
  const parent = id.includes('.') ? attack.nameOf(id.slice(0, 5)) : null;
  // Some editions of the catalogue already put the parent's name before a sub-technique's.
  const isWhole = name?.includes(':') === true;
  return name !== null && parent !== null && !isWhole ? `${parent}: ${name}` : name;
}

export const isGuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

const testFields = [
  'name',
  'auto_generated_guid',
  'description',
  'supported_platforms',
  'input_arguments',
  'dependency_executor_name',
  'dependencies',
  'executor',
] as const;

function readTest(
  row: string,
  technique: string,
  name: string,
  test: Values,
  displayNames: string[],
): PlannedTemplate {
  const leftover = [
    ...displayNames.map((display) => toLeftover('display_name', display)),
    ...listLeftovers(test, testFields),
  ];
  const guid = toText(readField(test, 'auto_generated_guid'))?.trim().toLowerCase();
  const isKnown = guid !== undefined && isGuid(guid);
  if (guid && !isKnown) leftover.push(toLeftover('auto_generated_guid', guid));
  const sourceId = isKnown ? guid : `${technique}: ${name}`;
  const { command, cleanup, steps, ...executor } = readExecutor(test, leftover);
  const { given, variables } = readArguments(test, leftover);
  const needs: Needs = { ...executor, arguments: given, ...readDependencies(test, leftover) };
  const { description, objective, procedure, expected_detection } = readSections(
    toText(readField(test, 'description')),
  );
  const free = [procedure, steps].filter((text) => text !== null).join('\n\n') || null;
  return {
    row,
    sourceId,
    leftover,
    name,
    description,
    objective,
    procedure: writeProcedure(free, needs),
    command,
    cleanup_command: cleanup,
    expected_detection,
    platforms: readPlatforms(test, leftover),
    opsec: null,
    tags: ['atomic red team', needs.executor, ...(needs.isElevated ? ['needs elevation'] : [])],
    catalog_tags: [technique],
    expectations: [],
    variables,
    source: `Atomic Red Team: ${technique}${isKnown ? `, ${guid}` : ''}`,
  };
}

type Executor = Pick<Needs, 'executor' | 'isElevated'> & {
  command: string | null;
  cleanup: string | null;
  steps: string | null;
};

function readExecutor(test: Values, leftover: string[]): Executor {
  const value = readField(test, 'executor');
  const executor = isObject(value) ? value : {};
  if (!isObject(value) && value !== undefined && value !== null) leftover.push(toLeftover('executor', value));
  const name = toText(readField(executor, 'name'));
  const elevation = readField(executor, 'elevation_required');
  const isTruth = [true, false, null, undefined, 'true', 'false'].includes(elevation as boolean);
  const known = ['name', 'command', 'cleanup_command', 'steps', ...(isTruth ? ['elevation_required'] : [])];
  for (const line of listLeftovers(executor, known)) leftover.push(`executor.${line}`);
  const texts = { command: '', cleanup_command: '', steps: '' };
  for (const field of ['command', 'cleanup_command', 'steps'] as const) {
    const text = readField(executor, field);
    texts[field] = toText(text) ?? '';
    if (typeof text === 'object' && text !== null) leftover.push(toLeftover(`executor.${field}`, text));
  }
  const isName = name !== null && /^[\w-]{1,40}$/.test(name);
  if (name && !isName) leftover.push(toLeftover('executor.name', name));
  return {
    executor: isName ? name : texts.command === '' ? 'manual' : 'unknown',
    isElevated: elevation === true || elevation === 'true',
    command: texts.command || null,
    cleanup: texts.cleanup_command || null,
    steps: texts.steps || null,
  };
}

function readArguments(
  test: Values,
  leftover: string[],
): { given: Needs['arguments']; variables: Variables } {
  const value = readField(test, 'input_arguments');
  const given: Needs['arguments'] = [];
  const variables: [string, string][] = [];
  if (!isObject(value)) {
    if (value !== undefined && value !== null) leftover.push(toLeftover('input_arguments', value));
    return { given, variables: {} };
  }
  for (const [name, argument] of Object.entries(value)) {
    const label = `input_arguments.${name}`;
    if (!variableName.test(name) || !isObject(argument)) {
      leftover.push(toLeftover(label, argument));
      continue;
    }
    const type = toText(readField(argument, 'type'));
    const isType = type !== null && /^[\w-]{1,40}$/.test(type);
    if (type && !isType) leftover.push(toLeftover(`${label}.type`, type));
    const description = toText(readField(argument, 'description'))?.trimEnd() || name;
    // A text argument without a description adds nothing.
    if (description !== name || (isType && type !== 'string')) {
      given.push({ name, type: isType ? type : 'string', description });
    }
    const standard = toText(readField(argument, 'default'));
    if (standard !== null) variables.push([name, standard]);
    const known = ['description', 'type', ...(standard === null ? [] : ['default'])];
    for (const line of listLeftovers(argument, known)) leftover.push(`${label}.${line}`);
  }
  return { given, variables: Object.fromEntries(variables) };
}

function readDependencies(
  test: Values,
  leftover: string[],
): Pick<Needs, 'dependencies' | 'dependencyExecutor'> {
  const value = readField(test, 'dependencies');
  const dependencies: Dependency[] = [];
  const items = Array.isArray(value) ? value : [];
  if (!Array.isArray(value) && value !== undefined && value !== null) {
    leftover.push(toLeftover('dependencies', value));
  }
  for (const [index, item] of items.entries()) {
    const label = `dependencies.${index + 1}`;
    if (!isObject(item)) {
      leftover.push(toLeftover(label, item));
      continue;
    }
    const [description, check, get] = ['description', 'prereq_command', 'get_prereq_command'].map(
      (field) => toText(readField(item, field))?.trimEnd() || null,
    ) as [string | null, string | null, string | null];
    const known = ['description', 'prereq_command', 'get_prereq_command'];
    for (const line of listLeftovers(item, known)) leftover.push(`${label}.${line}`);
    dependencies.push({ description: description ?? 'Dependency', check, get });
  }
  const executor = toText(readField(test, 'dependency_executor_name'));
  const isUsed = executor !== null && /^[\w-]{1,40}$/.test(executor) && dependencies.length > 0;
  if (executor && !isUsed) leftover.push(toLeftover('dependency_executor_name', executor));
  return { dependencies, dependencyExecutor: isUsed ? executor : null };
}

function readPlatforms(test: Values, leftover: string[]): string[] {
  const value = readField(test, 'supported_platforms');
  const platforms = (Array.isArray(value) ? value : [value]).flatMap((item) => {
    const text = toText(item)?.trim();
    if (!text && item !== undefined && item !== null) leftover.push(toLeftover('supported_platforms', item));
    return text ? [text] : [];
  });
  return [...new Set(platforms)];
}

/** A text unchanged, a boolean or number as text; null for anything else. */
function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : null;
}
