import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Mission, Scenario, TestSummary } from '../../../../server/missions/contract.ts';
import {
  addScenario,
  addTests,
  changeScenario,
  orderScenarios,
  placeTest,
  removeScenario,
  restoreScenario,
} from '../../../api/missions/outlines.ts';
import { orderInMission, placeInMission } from '../../../api/missions/patch-outline.ts';
import { rich } from '../../../rich.ts';
import { type Done, writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import type { Place } from './outline-lines.ts';
import { orderWith } from './outline-lines.ts';
import { removeWithUndo } from './remove-with-undo.tsx';

export type OutlineEdits = {
  placeTest: (test: TestSummary, to: Place, withUndo: boolean) => void;
  removeTest: (test: TestSummary) => void;
  placeScenario: (scenario: Scenario, to: number, withUndo: boolean) => void;
  removeScenario: (scenario: Scenario) => void;
  /** These throw refusals, which the calling field shows. */
  renameScenario: (scenario: Scenario, name: string) => Promise<unknown>;
  addScenario: (name: string) => Promise<unknown>;
  addTest: (scenario: Scenario, name: string) => Promise<unknown>;
};

type Offer = (done: Done) => void;
type Edit = {
  what: string;
  withUndo: boolean;
  run: (offer: Offer) => Promise<unknown>;
  show?: (mission: Mission) => Mission;
};

/** Changes the outline of a mission: at once in the returned mission, one after the other on the server. */
export function useOutlineEdits(saved: Mission): { mission: Mission; edits: OutlineEdits } {
  const queryClient = useQueryClient();
  const missionId = saved.id;
  // Edits that a concurrent read may not include yet.
  const [pending, setPending] = useState<readonly Edit[]>([]);
  const mission = useMemo(
    () => pending.reduce((shown, { show }) => show?.(shown) ?? shown, saved),
    [saved, pending],
  );
  const latest = useRef(mission);
  latest.current = mission;
  const { mutateAsync } = useMutation({
    scope: { id: `outline of ${missionId}` },
    mutationFn: ({ edit, offer }: { edit: Edit; offer: Offer }) => edit.run(offer),
    onError: (error, { edit: { what } }) =>
      notifications.show({
        color: 'red',
        title: t('mission_editor.what_was_not_changed', { what }),
        message: error.message,
      }),
    onSettled: (_done, _error, { edit }) => setPending((before) => before.filter((other) => other !== edit)),
  });
  // Stable between renders, so that lines are not rendered again.
  const edits = useMemo(() => {
    const start = (edit: Edit) => {
      if (edit.show !== undefined) setPending((before) => [...before, edit]);
      const write = edit.withUndo
        ? writeWithUndo((offer) => mutateAsync({ edit, offer }))
        : mutateAsync({ edit, offer: () => {} });
      // Refusals are reported above.
      write.catch(() => {});
    };
    const refer = ({ id }: { id: string }) => ({ id, mission_id: missionId });
    const readOrder = (id: string, to: number) => orderWith(latest.current.scenarios, id, to);
    return {
      placeTest: (test: TestSummary, to: Place, withUndo: boolean) => {
        const from = { scenario_id: test.scenario_id, position: test.position };
        start({
          what: t('mission_editor.the_place_of_the_test'),
          withUndo,
          show: (shown) => placeInMission(shown, test.id, to),
          run: async (offer) => {
            await placeTest(queryClient, refer(test), to);
            offerBack(offer, <Name>{test.name}</Name>, () => placeTest(queryClient, refer(test), from));
          },
        });
      },
      removeTest: (test: TestSummary) =>
        start({
          what: t('mission_editor.the_mission'),
          // `removeWithUndo` offers its own undo.
          withUndo: false,
          run: () => removeWithUndo(queryClient, { ...refer(test), name: test.name }),
        }),
      placeScenario: ({ id, name, position }: Scenario, to: number, withUndo: boolean) => {
        const order = readOrder(id, to);
        start({
          what: t('mission_editor.the_order_of_the_scenarios'),
          withUndo,
          show: (shown) => orderInMission(shown, order),
          run: async (offer) => {
            await orderScenarios(queryClient, missionId, order);
            offerBack(offer, <Name>{name}</Name>, () =>
              orderScenarios(queryClient, missionId, readOrder(id, position)),
            );
          },
        });
      },
      removeScenario: ({ id, name }: Scenario) =>
        start({
          what: t('mission_editor.the_mission'),
          withUndo: true,
          run: async (offer) => {
            await removeScenario(queryClient, missionId, id);
            offer({
              what: <>{rich('mission_editor.scenario_name_removed', { name: <Name>{name}</Name> })}</>,
              undo: async () => {
                await restoreScenario(queryClient, missionId, id);
                return [];
              },
            });
          },
        }),
      renameScenario: ({ id }: Scenario, name: string) =>
        changeScenario(queryClient, missionId, id, { name }),
      addScenario: (name: string) => addScenario(queryClient, missionId, { name }),
      addTest: ({ id }: Scenario, name: string) => addTests(queryClient, missionId, id, { name }),
    };
  }, [queryClient, missionId, mutateAsync]);
  return { mission, edits };
}

function offerBack(offer: Offer, what: ReactNode, back: () => Promise<unknown>): void {
  offer({
    what: rich('mission_editor.what_moved', { what }),
    undo: async () => {
      await back();
      return [];
    },
  });
}
