import { type MissionChangeKind, missionChanges } from '../runs.ts';
import { changeRoles } from './change-roles.ts';
import type { Drawing, Space } from './drawing.ts';
import { drawTechniqueMatrix } from './technique-matrix.ts';

type Entry = { external_id: string; name: string };

type Differences = {
  tactics: readonly Entry[];
  by_technique: readonly {
    technique: Entry;
    tactics: readonly string[];
    counts: Readonly<Record<MissionChangeKind, number>>;
  }[];
};

/** The techniques of two missions, by tactic, each in the colours of its tests' changes; null when there is none. */
export function drawDifferences({ tactics, by_technique }: Differences, space: Space): Drawing | null {
  const { t } = space.words;
  return drawTechniqueMatrix(
    {
      title: t('charts.differences.title'),
      hint: t('charts.differences.hint'),
      entries: missionChanges.map((change) => ({
        role: changeRoles[change],
        name: t(`names.mission_change.${change}`),
        part: change,
      })),
      tactics,
      cells: by_technique.map(({ technique, tactics: own, counts }) => ({
        technique,
        tactics: own,
        counts: missionChanges.map((change) => counts[change]),
      })),
    },
    space,
  );
}
