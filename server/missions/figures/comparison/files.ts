import { changeRoles } from '../../../../domain/charts/change-roles.ts';
import { palettes } from '../../../../domain/charts/palette.ts';
import { missionChanges } from '../../../../domain/runs.ts';
import { toCsvLine } from '../../../csv.ts';
import { isLayerTechnique, toLayer, toLayerTechnique } from '../../../navigator-layer.ts';
import { english } from '../../../words.ts';
import type { Comparison } from '../contract.ts';

// Words in exported files are English, whatever the interface language.
const { t } = english;
type Row = Comparison['tests'][number];

const columns = [
  'Test',
  'Techniques',
  'Change',
  'Before',
  'Now',
  'Seconds before',
  'Seconds now',
  'Test id before',
  'Test id now',
] as const;

const ofSeen = ['Figures of', 'Tests that the author sees'] as const;

/** Takes a comparison, returns its tests as lines of CSV; with a column that says so if it is of the tests that its author sees. */
export function* writeCsv({ tests }: Comparison, { isPart }: { isPart: boolean }): Generator<string> {
  const [name, said] = ofSeen;
  yield toCsvLine(isPart ? [...columns, name] : columns);
  for (const row of tests) {
    yield toCsvLine([
      row.name,
      row.techniques.map(({ external_id }) => external_id).join(' '),
      nameChange(row),
      nameClass(row.before),
      nameClass(row.now),
      row.before?.seconds ?? '',
      row.now?.seconds ?? '',
      row.before?.test_id ?? '',
      row.now?.test_id ?? '',
      ...(isPart ? [said] : []),
    ]);
  }
}

/** Takes a comparison, returns it as a layer of the ATT&CK Navigator, each technique in the colour of its worst change. */
export function* writeLayer(
  { before, now, tests, by_technique }: Comparison,
  { version, isPart }: { version: string | null; isPart: boolean },
): Generator<string> {
  const colors = palettes.paper;
  const shown = by_technique.filter(({ technique }) => isLayerTechnique(technique.external_id));
  const balanceOf = ({ counts }: Comparison['by_technique'][number]) => counts.improved - counts.worse;
  const most = Math.max(1, ...shown.map((each) => Math.abs(balanceOf(each))));
  const layer = toLayer({
    name: `${before.name} → ${now.name}`,
    description:
      'Change of each technique: the worst of its tests, from the earlier mission to the later one.',
    version,
    techniques: shown.map((each) => {
      const { external_id, name } = each.technique;
      const own = tests.filter(({ techniques }) => techniques.some((one) => one.external_id === external_id));
      const gravest = missionChanges.find((change) => each.counts[change] > 0) ?? 'open';
      return toLayerTechnique({
        id: external_id,
        name,
        score: balanceOf(each),
        color: colors[changeRoles[gravest]],
        comment: own
          .map((row) => `${row.name}: ${nameChange(row)} (${nameClass(row.before)} → ${nameClass(row.now)})`)
          .join('\n'),
        facts: [['Tests', String(own.length)]],
      });
    }),
    gradient: { colors: [colors.worse, colors.same, colors.better], minValue: -most, maxValue: most },
    legend: missionChanges.map((change) => ({
      label: t(`names.mission_change.${change}`),
      color: colors[changeRoles[change]],
    })),
    facts: [
      ['Earlier mission', before.name],
      ['Later mission', now.name],
      ['From', before.date],
      ['To', now.date],
      ...(isPart ? [ofSeen] : []),
    ],
  });
  yield `${JSON.stringify(layer, null, 2)}\n`;
}

function nameChange({ change }: Row): string {
  return t(`names.mission_change.${change}`);
}

function nameClass(run: Row['before']): string {
  return run === null ? '–' : t(`names.outcome.${run.class ?? 'open'}`);
}
