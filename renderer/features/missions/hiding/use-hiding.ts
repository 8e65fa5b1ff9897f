import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { takesRecords } from '../../../../domain/missions.ts';
import type { Mission, Scenario, TestSummary } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { hide } from '../../../api/missions/hiding.ts';
import { t } from '../../../words.ts';
import { useSeesAll } from './hidden-tests.ts';

export type HidingActions = {
  /** Hides these tests, or has them follow their scenario again. */
  hideTests: (tests: readonly TestSummary[], hidden: true | null) => Promise<void>;
  hideScenario: (scenario: Scenario, hidden: true | null) => Promise<void>;
};

/** Hiding and revealing in a mission; null for people who may not. Refusals are reported. */
export function useHiding(mission: Mission | undefined): HidingActions | null {
  const queryClient = useQueryClient();
  const { permissions } = useUser();
  const seesAll = useSeesAll(mission);
  if (mission === undefined || !seesAll || !permissions.includes('mission.update')) return null;
  if (!takesRecords(mission.status) && mission.status !== 'completed') return null;
  const write = async (input: Parameters<typeof hide>[2], said: string) => {
    try {
      await hide(queryClient, mission.id, input);
      notifications.show({ message: said, role: 'status' });
    } catch (error) {
      notifications.show({ color: 'red', role: 'alert', message: (error as Error).message });
    }
  };
  return {
    hideTests: (tests, hidden) =>
      write(
        { test_ids: tests.map(({ id }) => id), hidden },
        t(hidden ? 'hiding.hidden_now' : 'hiding.followed_now', { count: tests.length }),
      ),
    hideScenario: ({ id, tests }, hidden) =>
      write(
        { scenario_ids: [id], hidden },
        t(hidden ? 'hiding.hidden_now' : 'hiding.followed_now', { count: tests.length }),
      ),
  };
}
