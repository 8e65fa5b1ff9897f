import { palettes } from '../../../../domain/charts/palette.ts';
import { type OutcomeKey, outcomeOrder } from '../../../../domain/charts/words.ts';
import { wasRun } from '../../../../domain/missions.ts';
import { deriveLevel, levelKeys, summarise } from '../../../../domain/outcomes.ts';
import { levelWords, statusWords } from '../../exercise/file-words.ts';
import { writeMark } from '../../exercise/own-marks.ts';
import type { KnownAttack, MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';

/**
 * Writes three layers of format 4.5 as one list, which the Navigator opens as three tabs: what became of the tests, how much of what
 * was run was seen, and what is planned.
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
    for (const id of new Set(test.catalog_tags.filter((tag) => /^T\d{4}(?:\.\d{3})?$/.test(tag)))) {
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

/** As Damson judges it: the level that a person gave, or the one that follows from the facts. */
function outcomeOf({ status, run }: PlannedTest): OutcomeKey {
  if (!wasRun(status)) return 'open';
  return run.level ?? deriveLevel(summarise(run.facts)) ?? 'open';
}

/** The name of the metadata that says what a layer is of. */
export const ownName = 'Damson';

type Layer = {
  title: string;
  description: string;
  techniques: readonly object[];
  gradient: object;
  legend: readonly { label: string; color: string }[];
};

function toLayer(mission: PlannedMission, attack: KnownAttack, layer: Layer) {
  const facts = [
    ['Mission', mission.name],
    ['Organisation', mission.organisation],
    ['Client', mission.client],
    ['From', mission.start_date],
    ['To', mission.end_date],
    [ownName, writeMark({ of: 'mission', id: mission.sourceId }, layer.title)],
  ];
  return {
    name: `${mission.name}: ${layer.title}`.toWellFormed(),
    versions: { ...toAttackVersion(attack), navigator: '5.1.0', layer: '4.5' },
    domain: 'enterprise-attack',
    description: layer.description,
    sorting: 0,
    layout: { layout: 'side', showID: true, showName: true, expandedSubtechniques: 'annotated' },
    hideDisabled: false,
    techniques: layer.techniques,
    gradient: layer.gradient,
    legendItems: layer.legend,
    metadata: facts.flatMap(([name, value]) => (value ? [{ name, value: value.toWellFormed() }] : [])),
    links: [],
    showTacticRowBackground: false,
    tacticRowBackground: '#dddddd',
    selectTechniquesAcrossTactics: true,
    selectSubtechniquesWithParent: false,
    selectVisibleTechniques: false,
  };
}

/** The Navigator knows versions of ATT&CK by their first number. */
function toAttackVersion({ version }: KnownAttack): { attack?: string } {
  const major = /^\d+/.exec(version ?? '')?.[0];
  return major === undefined ? {} : { attack: major };
}

/** Without a tactic, so that it stands under each that the technique has. */
function toTechnique(id: string, tests: readonly PlannedTest[], attack: KnownAttack, annotation: Annotation) {
  const last = tests
    .flatMap(({ run }) => run.executed_at ?? [])
    .sort()
    .at(-1);
  return {
    techniqueID: id,
    ...annotation,
    comment: annotation.comment.toWellFormed(),
    enabled: true,
    metadata: [
      { name: 'Tests', value: String(tests.length) },
      { name: 'Run', value: String(tests.filter(({ status }) => wasRun(status)).length) },
      ...(last === undefined ? [] : [{ name: 'Last run', value: last }]),
    ],
    links: [
      {
        label: `${id} ${attack.nameOf(id) ?? ''}`.trim(),
        url: `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`,
      },
    ],
    showSubtechniques: id.includes('.'),
  };
}

function toGradient(of: readonly string[], minValue: number, maxValue: number) {
  return { colors: of, minValue, maxValue };
}

function list(lines: readonly string[]): string {
  return lines.join('\n');
}
