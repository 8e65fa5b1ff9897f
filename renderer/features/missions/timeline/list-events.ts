import type { TimedEvent } from '../../../../domain/charts/timeline.ts';
import type { FactKind } from '../../../../domain/outcomes.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Timeline } from '../../../../server/missions/timeline/contract.ts';
import { inSentence, t } from '../../../words.ts';

const roleOf: Partial<Record<FactKind, TimedEvent['role']>> = {
  prevented: 'prevented',
  alerted: 'alerted',
  logged: 'logged',
};

/** Executions of red and detections of blue, in one scenario or in all; a detection without a fact has no tool. */
export function listEvents(
  mission: Mission,
  sightings: Timeline['sightings'],
  scenario: string | null,
): TimedEvent[] {
  const seen = Map.groupBy(sightings, ({ test_id }) => test_id);
  const tests = mission.scenarios
    .filter(({ id }) => scenario === null || id === scenario)
    .flatMap((each) => each.tests);
  return tests.flatMap(({ id, name, executed_at, detected_at }): TimedEvent[] => {
    const red = {
      key: id,
      side: 'red',
      name,
      what: inSentence(t('names.test_status.executed')),
      role: null,
      tool: null,
    } as const;
    const blue = { key: id, side: 'blue', name } as const;
    const facts = seen.get(id) ?? [];
    return [
      ...(executed_at === null ? [] : [{ ...red, at: executed_at }]),
      ...facts.map(({ kind, at, tool }) => ({
        ...blue,
        at,
        what: inSentence(t(`names.fact_kind.${kind}`)),
        role: roleOf[kind] ?? null,
        tool: tool?.name ?? null,
      })),
      ...(detected_at === null || facts.length > 0
        ? []
        : [
            {
              ...blue,
              at: detected_at,
              what: inSentence(t('names.fact_kind.detected')),
              role: null,
              tool: null,
            },
          ]),
    ];
  });
}
