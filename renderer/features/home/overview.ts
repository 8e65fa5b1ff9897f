import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { Mission, MissionListItem, TestSummary } from '../../../server/missions/contract.ts';

export type Waiting = {
  total: number;
  tests: { test: TestSummary; mission: { id: string; name: string } }[];
};

const shown = 6;

/** The tests of running missions in a state, the first of them by name, mission by mission in turn. */
export function waitingFor(
  missions: readonly Mission[],
  running: readonly MissionListItem[],
  status: 'pending' | 'executed',
): Waiting {
  const lists = missions.map((mission) =>
    mission.scenarios
      .flatMap(({ tests }) => tests)
      .filter((test) => test.status === status)
      .slice(0, shown)
      .map((test) => ({ test, mission: { id: mission.id, name: mission.name } })),
  );
  const tests: Waiting['tests'] = [];
  for (let place = 0; place < shown; place += 1) {
    for (const list of lists) {
      const next = list[place];
      if (next !== undefined && tests.length < shown) tests.push(next);
    }
  }
  return { total: running.reduce((sum, { counts }) => sum + counts[status], 0), tests };
}

export type Coverage = {
  tests: number;
  techniques: { tested: number; planned: number };
  levels: { key: string; name: string; color: string; count: number }[];
  notJudged: number;
};

/** What the running missions have tested so far, and how it was detected. */
export function coverageOf(missions: readonly Mission[], levels: readonly DetectionLevel[]): Coverage {
  const tests = missions.flatMap((mission) => mission.scenarios.flatMap((scenario) => scenario.tests));
  const done = tests.filter(({ status }) => status === 'executed' || status === 'reviewed_by_blue');
  const techniques = (of: readonly TestSummary[]) =>
    new Set(
      of.flatMap((test) =>
        test.catalog_tags.filter(({ kind }) => kind !== 'tactic').map(({ external_id }) => external_id),
      ),
    ).size;
  return {
    tests: done.length,
    techniques: { tested: techniques(done), planned: techniques(tests) },
    levels: [...levels]
      .sort((a, b) => b.rank - a.rank)
      .map(({ key, name, color }) => ({
        key,
        name,
        color,
        count: done.filter((test) => test.detection_level?.key === key).length,
      })),
    notJudged: done.filter((test) => test.detection_level === null).length,
  };
}
