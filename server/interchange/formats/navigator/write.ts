import { palettes } from '../../../../domain/charts/palette.ts';
import { type OutcomeKey, outcomeOrder } from '../../../../domain/charts/words.ts';
import { wasRun } from '../../../../domain/missions.ts';
import { deriveLevel, levelKeys, summarise } from '../../../../domain/outcomes.ts';
import {
  isLayerTechnique,
  type Layer,
  toLayer as layerOf,
  toLayerTechnique,
} from '../../../navigator-layer.ts';
import { levelWords, statusWords } from '../../exercise/file-words.ts';
import { writeMark } from '../../exercise/own-marks.ts';
import type { KnownAttack, MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';

/**
 * Writes three layers of format 4.5 as one list, which the Navigator opens as three tabs: outcomes of the tests, detection of the
 * executed ones, and the plan.
 */
export const navigatorWriter: MissionWriter = {
  write: async function* (mission, { attack }) {
    const techniques = groupByTechnique(mission);
    const layers = [outcomeLayer, coverageLayer, planLayer].map((layer) =>
      layer(mission, techniques, attack),
    );
    yield { name: 'layers.json', content: `${JSON.stringify(layers, null, 2)}\n` };
  },
};

const colors = palettes.paper;

type Technique = { id: string; tests: readonly PlannedTest[] };
type Annotation = { score?: number; color?: string; comment: string };

function groupByTechnique(mission: PlannedMission): Technique[] {
  const techniques = new Map<string, PlannedTest[]>();
  for (const test of mission.scenarios.flatMap(({ tests }) => tests)) {
    for (const id of new Set(test.catalog_tags.filter(isLayerTechnique))) {
      techniques.set(id, [...(techniques.get(id) ?? []), test]);
    }
  }
  return [...techniques].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, tests]) => ({ id, tests }));
}

function outcomeLayer(mission: PlannedMission, techniques: readonly Technique[], attack: KnownAttack) {
  return toLayer(mission, attack, {
    title: 'outcomes',
    description: 'Worst test outcome of each technique.',
    techniques: techniques.map(({ id, tests }) => {
      const outcomes = tests.map(outcomeOf);
      const worst = levelKeys.find((level) => outcomes.includes(level));
      return toTechnique(id, tests, attack, {
        ...(worst === undefined ? {} : { score: levelKeys.indexOf(worst) }),
        color: colors[worst ?? 'open'],
        comment: list(tests.map((test, index) => `${test.name}: ${levelWords[outcomes[index] ?? 'open']}`)),
      });
    }),
    gradient: toGradient(
      levelKeys.map((level) => colors[level]),
      0,
      levelKeys.length - 1,
    ),
    legend: outcomeOrder.map((key) => ({ label: levelWords[key], color: colors[key] })),
  });
}

function coverageLayer(mission: PlannedMission, techniques: readonly Technique[], attack: KnownAttack) {
  return toLayer(mission, attack, {
    title: 'coverage',
    description: 'Share of executed and judged tests that were logged, alerted or prevented, in percent.',
    techniques: techniques.map(({ id, tests }) => {
      const judged = tests.map(outcomeOf).filter((outcome) => outcome !== 'open');
      const seen = judged.filter((outcome) => outcome !== 'not_detected').length;
      const score = judged.length === 0 ? {} : { score: Math.round((seen / judged.length) * 100) };
      const words = `${seen} of ${judged.length} judged ${judged.length === 1 ? 'test' : 'tests'} seen`;
      return toTechnique(id, tests, attack, {
        ...score,
        comment: judged.length === 0 ? 'Not judged' : words,
      });
    }),
    gradient: toGradient([colors.not_detected, colors.logged, colors.prevented], 0, 100),
    legend: [],
  });
}

function planLayer(mission: PlannedMission, techniques: readonly Technique[], attack: KnownAttack) {
  const most = Math.max(1, ...techniques.map(({ tests }) => tests.length));
  return toLayer(mission, attack, {
    title: 'plan',
    description: 'Number of tests of each technique in the mission, executed or not.',
    techniques: techniques.map(({ id, tests }) =>
      toTechnique(id, tests, attack, {
        score: tests.length,
        comment: list(tests.map((test) => `${test.name}: ${statusWords[test.status]}`)),
      }),
    ),
    gradient: toGradient([colors.track, colors.blue], 0, most),
    legend: [],
  });
}

/** As judged in Damson: the level set by a person, or derived from the facts. */
function outcomeOf({ status, run }: PlannedTest): OutcomeKey {
  if (!wasRun(status)) return 'open';
  return run.level ?? deriveLevel(summarise(run.facts)) ?? 'open';
}

/** The name of the metadata that identifies a layer. */
export const ownName = 'Damson';

type OwnLayer = Pick<Layer, 'description' | 'techniques' | 'gradient' | 'legend'> & { title: string };

function toLayer(mission: PlannedMission, { version }: KnownAttack, { title, ...layer }: OwnLayer) {
  return layerOf({
    ...layer,
    name: `${mission.name}: ${title}`,
    version: version ?? null,
    facts: [
      ['Mission', mission.name],
      ['Organisation', mission.organisation],
      ['Client', mission.client],
      ['From', mission.start_date],
      ['To', mission.end_date],
      ['Figures of', mission.isPart ? 'Tests that the author sees' : null],
      [ownName, writeMark({ of: 'mission', id: mission.sourceId }, title)],
    ],
  });
}

function toTechnique(id: string, tests: readonly PlannedTest[], attack: KnownAttack, annotation: Annotation) {
  const last = tests
    .flatMap(({ run }) => run.executed_at ?? [])
    .sort()
    .at(-1);
  return toLayerTechnique({
    id,
    name: attack.nameOf(id) ?? '',
    ...annotation,
    facts: [
      ['Tests', String(tests.length)],
      ['Run', String(tests.filter(({ status }) => wasRun(status)).length)],
      ...(last === undefined ? [] : [['Last run', last] as const]),
    ],
  });
}

function toGradient(of: readonly string[], minValue: number, maxValue: number) {
  return { colors: of, minValue, maxValue };
}

function list(lines: readonly string[]): string {
  return lines.join('\n');
}
