import { blankPlan, blankProcedure } from '../../exercise/blank.ts';
import { hasLongText, longTextReason, SourceIds } from '../../exercise/rows.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { ImportRefusal, type ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedTemplate } from '../../plan.ts';
import {
  isObject,
  listLeftovers,
  readField,
  readText,
  readTexts,
  type Values,
} from '../../reading/values.ts';
import { parseYaml } from '../../reading/yaml.ts';

/** Takes the YAML of a bundle, returns its test cases as templates, and a scenario template for each of its campaigns. */
export function readBundle(text: string, context: ReadContext): ImportPlan {
  const [document] = parseYaml(text);
  if (!isObject(document)) throw new ImportRefusal('A bundle of VECTR is a map of campaigns.');
  const metadata = readField(document, 'metadata');
  const about = isObject(metadata) ? metadata : {};
  const bundle = readText(about, 'bundle');
  const prefix = readText(about, 'prefix');
  const plan = blankPlan('vectr');
  const ids = new SourceIds();
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
  return plan;
}

type Context = { campaign: string; bundle: string | null; attack: ReadContext['attack'] };

/** Why a test case is refused, or its template. */
function readCase(
  value: unknown,
  row: string,
  { campaign, bundle, attack }: Context,
): PlannedTemplate | string {
  if (!isObject(value)) return 'It is no test case.';
  if (hasLongText(value)) return longTextReason;
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
    sourceId: readText(metadata, 'x_vectr_id') ?? readText(metadata, 'id') ?? `${campaign}/${name}`,
    leftover,
    ...blankProcedure(name),
    description: readText(value, 'description'),
    procedure: requirements.length === 0 ? null : `Prerequisites: ${requirements.join(', ')}`,
    command: toPlaces(readTexts(value, 'guidance').join('\n')) || null,
    expected_detection: describe(readTexts(value, 'block'), readTexts(value, 'detect')),
    platforms: readTexts(value, 'platforms').map((platform) => platform.toLowerCase()),
    catalog_tags: tagWith(readText(metadata, 'tid'), readText(metadata, 'tactic') ?? campaign, attack, []),
    source: bundle ?? 'VECTR',
  };
}

const known = [
  ...['name', 'description', 'metadata', 'platforms', 'prerequisites', 'guidance', 'block', 'detect'],
];

/** Places of a template's variables as commands have them here. */
function toPlaces(text: string): string {
  return text.replaceAll(/\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g, '#{$1}');
}

function describe(block: readonly string[], detect: readonly string[]): string | null {
  const lines = [...block.map((line) => `Block: ${line}`), ...detect.map((line) => `Detect: ${line}`)];
  return lines.join('\n') || null;
}
