import { Scalar, stringify } from 'yaml';
import { listVariables } from '../../../../domain/variables.ts';
import type { LibraryWriter } from '../../format.ts';
import type { PlannedTemplate } from '../../plan.ts';
import { type Needs, readProcedure } from './procedure.ts';
import { isGuid, nameTechnique } from './read.ts';
import { writeSections } from './sections.ts';

/**
 * Atomic Red Team: `atomics/<technique>/<technique>.yaml` for each technique. Templates without a technique, for which the format
 * has no place, are listed in `left-out.txt`.
 */
export const atomicWriter: LibraryWriter = {
  write: async function* ({ templates }, { attack }) {
    const techniques = Map.groupBy(await Array.fromAsync(templates), findTechnique);
    for (const [technique, tests] of techniques) {
      if (technique === null) continue;
      const name = findLeftover(tests, 'display_name') ?? nameTechnique(attack, technique) ?? technique;
      const file = {
        attack_technique: technique,
        display_name: name,
        atomic_tests: tests.map(toAtomicTest),
      };
      yield {
        name: `atomics/${technique}/${technique}.yaml`,
        content: stringify(file, style),
      };
    }
    const leftOut = techniques.get(null) ?? [];
    if (leftOut.length > 0) {
      yield {
        name: 'left-out.txt',
        content: `Templates without a technique:\n${leftOut.map(({ name }) => `${name}\n`).join('')}`,
      };
    }
  },
};

/** Quoted so that YAML 1.1 parsers, which many tools use, read the same texts: `yes`, `12:10`. */
const style = {
  schema: 'yaml-1.1',
  lineWidth: 0,
  blockQuote: 'literal',
  aliasDuplicateObjects: false,
} as const;

function findTechnique({ catalog_tags }: PlannedTemplate): string | null {
  return catalog_tags.find((tag) => /^T\d{4}(\.\d{3})?$/.test(tag)) ?? null;
}

function toAtomicTest(template: PlannedTemplate): Record<string, unknown> {
  const { name, sourceId, command, cleanup_command, platforms } = template;
  const { steps, needs: written } = readProcedure(template.procedure);
  const needs = written ?? guessNeeds(template);
  const isManual = needs.executor === 'manual';
  const description = writeSections({
    description: template.description,
    objective: template.objective,
    procedure: isManual ? null : steps,
    expected_detection: template.expected_detection,
  });
  return withLeftover(template.leftover, {
    name,
    ...(isGuid(sourceId) && { auto_generated_guid: sourceId }),
    description: description ?? name,
    supported_platforms: toPlatforms(platforms),
    ...writeArguments(template, needs),
    ...(needs.dependencyExecutor !== null && { dependency_executor_name: needs.dependencyExecutor }),
    ...(needs.dependencies.length > 0 && {
      dependencies: needs.dependencies.map(({ description: what, check, get }) => ({
        description: what,
        ...(check !== null && { prereq_command: check }),
        get_prereq_command: get,
      })),
    }),
    executor: {
      ...(isManual && { steps: steps ?? `Do what the name says: ${name}` }),
      ...(command !== null && { command }),
      ...(cleanup_command !== null && { cleanup_command }),
      name: needs.executor,
      ...(needs.isElevated && { elevation_required: true }),
    },
  });
}

/** Required fields of the format that our own templates lack. */
function guessNeeds({ command, platforms, tags }: PlannedTemplate): Needs {
  return {
    executor: command === null ? 'manual' : guessExecutor(command, toPlatforms(platforms)),
    isElevated: tags.includes('needs elevation'),
    arguments: [],
    dependencyExecutor: null,
    dependencies: [],
  };
}

function guessExecutor(command: string, platforms: readonly string[]): string {
  if (!platforms.includes('windows')) return 'bash';
  return /\$\w|^\s*[A-Z][a-z]+-[A-Z]\w+|[|;({]\s*[A-Z][a-z]+-[A-Z]\w+/m.test(command)
    ? 'powershell'
    : 'command_prompt';
}

/** Described arguments, then those that are used without a description. */
function writeArguments(
  { command, cleanup_command, variables }: PlannedTemplate,
  { arguments: described }: Needs,
): { input_arguments?: Record<string, unknown> } {
  const names = described.map(({ name }) => name);
  const used = [...Object.keys(variables), ...listVariables([command, cleanup_command])];
  const others = [...new Set(used)]
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, type: 'string', description: name }));
  const entries = [...described, ...others].map(({ name, type, description }) => {
    const value = Object.hasOwn(variables, name) ? toDefault(type, variables[name]!) : null;
    return [name, { description, type, default: value }] as const;
  });
  return entries.length === 0 ? {} : { input_arguments: Object.fromEntries(entries) };
}

/** A number if the argument is numeric and converting loses nothing; else the text. */
function toDefault(type: string, text: string): string | number | Scalar {
  if (/^integer$/i.test(type)) return String(Number(text)) === text ? Number(text) : text;
  const digits = /^-?\d{1,9}\.(\d{1,6})$/.exec(text)?.[1]?.length;
  if (!/^float$/i.test(type) || digits === undefined || Number(text).toFixed(digits) !== text) return text;
  return Object.assign(new Scalar(Number(text)), { minFractionDigits: digits });
}

const knownPlatforms = [
  'windows',
  'macos',
  'linux',
  'office-365',
  'azure-ad',
  'google-workspace',
  'saas',
  'iaas',
  'containers',
  'iaas:gcp',
  'iaas:azure',
  'iaas:aws',
  'esxi',
];
const otherNames: Readonly<Record<string, string>> = {
  aws: 'iaas:aws',
  azure: 'iaas:azure',
  gcp: 'iaas:gcp',
  'microsoft 365': 'office-365',
  'office 365': 'office-365',
  'office suite': 'office-365',
  'entra id': 'azure-ad',
  'azure ad': 'azure-ad',
  'identity provider': 'azure-ad',
  kubernetes: 'containers',
  'google workspace': 'google-workspace',
};

/** Platforms in the format's own words; a template without any of them may run on any host. */
function toPlatforms(platforms: readonly string[]): string[] {
  const known = platforms.flatMap((platform) => {
    const name = platform.toLowerCase();
    const word = Object.hasOwn(otherNames, name) ? otherNames[name]! : name;
    return knownPlatforms.includes(word) ? [word] : [];
  });
  return known.length > 0 ? [...new Set(known)] : ['windows', 'macos', 'linux'];
}

/** Additional fields from the original file are put back in their place. */
function withLeftover(leftover: readonly string[], test: Record<string, unknown>): Record<string, unknown> {
  const executor = test.executor as Record<string, unknown>;
  for (const line of leftover) {
    const [, path, text] = line.match(/^([\w.-]+): (.*)$/s) ?? [];
    const [field, inner, ...deeper] = path?.split('.') ?? [];
    if (field === undefined || deeper.length > 0 || field === 'display_name') continue;
    if (inner === undefined && !Object.hasOwn(test, field)) test[field] = text;
    if (field === 'executor' && inner && !Object.hasOwn(executor, inner)) executor[inner] = text;
  }
  return test;
}

function findLeftover(templates: readonly PlannedTemplate[], field: string): string | null {
  const lines = templates.flatMap(({ leftover }) => leftover);
  return lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2) ?? null;
}
