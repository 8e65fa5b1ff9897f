import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { matrix } from '../../../api/catalogue/catalogue.ts';
import type { Tactic, Tactics } from './rows.ts';

const none: readonly Tactic[] = [];

/** The current tactics of the techniques of a mission's tests; looked up once they are `wanted`. */
export function useTactics(
  mission: Mission | undefined,
  wanted: boolean,
): { byTechnique: Tactics | null; tactics: readonly Tactic[] } {
  const isTagged = mission?.scenarios.some(({ tests }) =>
    tests.some(({ catalog_tags }) => catalog_tags.length > 0),
  );
  // A mission created without a catalogue has no techniques to look up.
  const { data } = useQuery({
    ...matrix,
    enabled: wanted && isTagged === true && mission?.catalog_version !== null,
  });
  const all = useMemo(() => (data === undefined ? null : readTactics(data)), [data]);
  const tactics = useMemo(() => {
    if (all === null || mission === undefined) return none;
    const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
    const tags = tests.flatMap(({ catalog_tags }) => catalog_tags.map(({ external_id }) => external_id));
    return [...new Set(tags.flatMap((tag) => all.get(tag) ?? none))].sort((a, b) => a.place - b.place);
  }, [all, mission]);
  return { byTechnique: all, tactics };
}

function readTactics({ tactics }: Matrix): Tactics {
  const byTechnique = new Map<string, Tactic[]>();
  const note = (technique: string, tactic: Tactic) =>
    byTechnique.set(technique, [...(byTechnique.get(technique) ?? []), tactic]);
  for (const [place, { id, name, techniques }] of tactics.entries()) {
    const tactic = { id, name, place };
    byTechnique.set(id, [tactic]);
    for (const technique of techniques) {
      note(technique.id, tactic);
      for (const { id: below } of technique.subtechniques) note(below, tactic);
    }
  }
  return byTechnique;
}
