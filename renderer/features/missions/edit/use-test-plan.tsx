import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowMoveRight, IconPencil, IconRoute, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { takesRecords, wasRun } from '../../../../domain/missions.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import { FollowsDialog } from '../path/follows-dialog.tsx';
import { TransferDialog } from '../transfers/transfer-dialog.tsx';
import { TransferItems } from '../transfers/transfer-items.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { removeWithUndo } from './remove-with-undo.tsx';

export type TestPlan = {
  /** Null for people who may not change the plan. */
  edit: (() => void) | null;
  /** Menu of actions on the test within its mission. */
  menu: ReactNode;
  dialog: ReactNode;
};

/** Changes a test's plan, moves the test, or removes it. */
export function useTestPlan(mission: Mission | undefined, test: MissionTest | undefined): TestPlan {
  const queryClient = useQueryClient();
  const go = useGo();
  const isOpen = mission !== undefined && takesRecords(mission.status);
  const may = useMay('mission.update') && isOpen;
  const dialog = useDialog(['plan', 'place', 'follows', 'move', 'copy'], { may });
  const removing = useMutation({
    mutationFn: async (gone: MissionTest) => {
      await removeWithUndo(queryClient, gone, () => go(`/missions/${gone.mission_id}`));
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: t('mission_editor.the_test_was_not_removed'),
        message: error.message,
      }),
  });
  if (!may || test === undefined) return { edit: null, menu: null, dialog: null };
  const edit = () => dialog.open('plan');
  return {
    edit,
    menu: (
      <RowMenu of={t('mission_editor.this_test')}>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={edit}>
          {t('mission_editor.edit_the_plan_2')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowMoveRight size={15} aria-hidden />}
          onClick={() => dialog.open('place')}
        >
          {t('mission_editor.move_to_another_scenario')}
        </Menu.Item>
        <TransferItems onTransfer={(how) => void dialog.open(how)} />
        <Menu.Item leftSection={<IconRoute size={15} aria-hidden />} onClick={() => dialog.open('follows')}>
          {t('path.change')}
        </Menu.Item>
        {isRemovable(test) ? (
          <Menu.Item
            leftSection={<IconTrash size={15} aria-hidden />}
            disabled={removing.isPending}
            onClick={() => removing.mutate(test)}
          >
            {t('mission_editor.remove_from_the_mission')}
          </Menu.Item>
        ) : null}
      </RowMenu>
    ),
    dialog: (
      <>
        {dialog.name === 'plan' ? <PlanDialog key={test.id} test={test} onClose={dialog.close} /> : null}
        {dialog.name === 'place' ? (
          <PlaceDialog key={test.id} mission={mission} test={test} onClose={dialog.close} />
        ) : null}
        {dialog.name === 'move' || dialog.name === 'copy' ? (
          <TransferDialog
            key={test.id}
            mission={mission}
            what={{ kind: 'test', id: test.id, name: test.name }}
            how={dialog.name}
            onMoved={(missionId) => go(`/missions/${missionId}/tests/${test.id}`)}
            onClose={dialog.close}
          />
        ) : null}
        {dialog.name === 'follows' ? (
          <FollowsDialog
            key={test.id}
            mission={mission}
            test={test}
            follows={test.follows}
            onClose={dialog.close}
          />
        ) : null}
      </>
    ),
  };
}

/** Whether the test has no results, as far as its page shows. */
function isRemovable({ status, closed_runs, evidence, facts }: MissionTest): boolean {
  return !wasRun(status) && closed_runs === 0 && evidence.length === 0 && facts.length === 0;
}
