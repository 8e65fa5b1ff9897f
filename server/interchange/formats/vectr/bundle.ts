import { blankProcedure } from '../../../../domain/procedures.ts';
import { blankPlan } from '../../exercise/blank.ts';
import { SourceIds } from '../../exercise/rows.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { ImportRefusal, type ImportSource, type ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedTemplate } from '../../plan.ts';
import { readMembers } from '../../reading/members.ts';
import { readShape } from '../../reading/shape.ts';
import {
  isObject,
  listLeftovers,
  readField,
  readText,
  readTexts,
  type Values,
} from '../../reading/values.ts';
import { parseYaml } from '../../reading/yaml.ts';

/** Recognises a test case by features of VECTR only: its own id, or a technique with guidance. */
function isCase(value: unknown): value is Values {
  if (!isObject(value) || !Object.hasOwn(value, 'name')) return false;
  const metadata = readField(value, 'metadata');
  const hasId =
    isObject(metadata) && ['x_vectr_id', 'tid', 'isv'].some((field) => Object.hasOwn(metadata, field));
  return hasId || ['guidance', 'detect', 'block'].filter((field) => Object.hasOwn(value, field)).length > 1;
}

/** Whether a text of YAML or JSON is a bundle of campaigns, or a single test case. */
export function isBundleFile(name: string, text: string): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(name) || !/x_vectr_id|guidance|\btid\b/.test(text)) return false;
  const [document] = readShape(text);
  if (!isObject(document)) return false;
  return (
    isCase(document) || Object.values(document).some((cases) => Array.isArray(cases) && cases.some(isCase))
  );
}

/**
 * Takes bundles and single test cases, as in a repository of indexes, returns their test cases as templates, and a scenario
 * template for each campaign. A single case that is also in a bundle is taken from the bundle.
 */
export async function readBundles(source: ImportSource, context: ReadContext): Promise<ImportPlan> {
  const plan = blankPlan('vectr');
  const ids = new SourceIds();
  const alone: { value: Values; name: string }[] = [];
  const { progress, attack } = context;
  const reading = { plan, ending: /\.(?:ya?ml|json)$/i, claims: isBundleFile, progress };
  await readMembers(source, reading, (text, { name }) => {
    const [document] = parseYaml(text);
    if (isCase(document)) alone.push({ value: document, name });
    else readBundle(document, { plan, ids, context });
  });
  const known = new Set(plan.templates.map(({ sourceId }) => sourceId));
  for (const { value, name } of alone) {
    const made = readCase(value, name, { campaign: '', bundle: null, attack });
    if (typeof made !== 'string' && known.has(made.sourceId)) continue;
    const why = typeof made === 'string' ? made : ids.claim(made.sourceId, name);
    if (typeof made === 'string' || why !== null) {
      plan.refused.push({ row: name, name: readText(value, 'name')?.slice(0, 200) ?? null, why: why ?? '' });
    } else plan.templates.push(made);
  }
  if (plan.templates.length === 0 && plan.refused.length === 0) {
    throw new ImportRefusal(
      'A VECTR export is one file: the CSV of an environment, or the YAML of a bundle.',
    );
  }
  return plan;
}

function readBundle(
  document: unknown,
  { plan, ids, context }: { plan: ImportPlan; ids: SourceIds; context: ReadContext },
): void {
  if (!isObject(document)) throw new ImportRefusal('A bundle of VECTR is a map of campaigns.');
  const metadata = readField(document, 'metadata');
  const about = isObject(metadata) ? metadata : {};
  const bundle = readText(about, 'bundle');
  const prefix = readText(about, 'prefix');
  const campaigns = Object.entries(document).filter(([name]) => name !== 'metadata');
  if (!campaigns.some(([, cases]) => Array.isArray(cases)))
    throw new ImportRefusal('The bundle has no campaign with test cases.');
  for (const [campaign, cases] of campaigns) {
    const templates: string[] = [];
    for (const [index, one] of (Array.isArray(cases) ? cases : [cases]).entries()) {
      const row = `${campaign}, test case ${index + 1}`;
      const made = readCase(one, row, { campaign, bundle, attack: context.attack });
      const why = typeof made === 'string' ? made : ids.claim(made.sourceId, row);
      if (typeof made === 'string' || why !== null) {
        const name = isObject(one) ? (readText(one, 'name')?.slice(0, 200) ?? null) : null;
        plan.refused.push({ row, name, why: why ?? '' });
      } else {
        plan.templates.push(made);
        templates.push(made.sourceId);
      }
    }
    if (templates.length > 0)
      plan.scenarios.push({
        row: campaign,
        sourceId: [prefix ?? bundle ?? '', campaign].join('/'),
        leftover: [],
        name: prefix === null ? campaign : `${prefix} ${campaign}`,
        description: bundle,
        tags: [],
        catalog_tags: [],
        templates,
      });
  }
}

type Context = { campaign: string; bundle: string | null; attack: ReadContext['attack'] };

/** Takes a test case, returns its template, or the reason for refusing it. */
function readCase(
  value: unknown,
  row: string,
  { campaign, bundle, attack }: Context,
): PlannedTemplate | string {
  if (!isObject(value)) return 'It is no test case.';
  const name = readText(value, 'name');
  if (name === null) return 'It has no name.';
  const found = readField(value, 'metadata');
  const metadata: Values = isObject(found) ? found : {};
  const leftover = [
    ...listLeftovers(value, known),
    ...listLeftovers(metadata, ['id', 'x_vectr_id', 'tid', 'tactic', 'isv']),
  ];
  const requirements = readTexts(value, 'prerequisites');
  return {
    row,
    sourceId:
      readText(metadata, 'x_vectr_id') ??
      readText(metadata, 'id') ??
      (campaign === '' ? name : `${campaign}/${name}`),
    leftover,
    ...blankProcedure(name),
    description: readText(value, 'description'),
    procedure: requirements.length === 0 ? null : `Prerequisites: ${requirements.join(', ')}`,
    command: toPlaces(readTexts(value, 'guidance').join('\n')) || null,
    expected_detection: describe(readTexts(value, 'block'), readTexts(value, 'detect')),
    platforms: readTexts(value, 'platforms').map((platform) => platform.toLowerCase()),
    catalog_tags: tagWith(
      readText(metadata, 'tid'),
      readText(metadata, 'tactic') ?? (campaign || null),
      attack,
      [],
    ),
    source: bundle ?? 'VECTR',
  };
}

const known = [
  ...['name', 'description', 'metadata', 'platforms', 'prerequisites', 'guidance', 'block', 'detect'],
];

/** Placeholders of a template's variables in the form used here. */
function toPlaces(text: string): string {
  return text.replaceAll(/\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g, '#{$1}');
}

function describe(block: readonly string[], detect: readonly string[]): string | null {
  const lines = [...block.map((line) => `Block: ${line}`), ...detect.map((line) => `Detect: ${line}`)];
  return lines.join('\n') || null;
}
