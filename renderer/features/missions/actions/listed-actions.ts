import {
  type Icon,
  IconArrowRight,
  IconBraces,
  IconCopy,
  IconDeviceTv,
  IconEye,
  IconFileExport,
  IconListTree,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconTargetArrow,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { PageAction } from '../../../ui/pages/page-actions.ts';
import { t } from '../../../words.ts';
import type { MissionActions } from './use-mission-actions.tsx';

/** `onGo` is called when the page at `to` is opened, with `state` for its history entry. */
type Listed = { label: string; icon: Icon } & (
  | { run: () => void }
  | { to: string; state?: object; onGo?: () => void }
);

/** Secondary actions on a mission available to this person, in menu order. */
export function listMissionActions(actions: MissionActions): Listed[] {
  const {
    edit,
    addTests,
    outline,
    members,
    variables,
    reveal,
    retest,
    clone,
    wall,
    takeOut,
    print,
    remove,
    tlpt,
  } = actions;
  return [
    edit && { label: t('mission_editor.edit_name_client_dates'), icon: IconPencil, run: edit },
    addTests && { label: t('mission_editor.add_tests'), icon: IconPlus, run: addTests },
    outline !== null && {
      label: t('mission_editor.edit_scenarios_and_order'),
      icon: IconListTree,
      to: outline,
    },
    members && { label: t('shared.members'), icon: IconUsers, run: members },
    variables && { label: t('mission_editor.variables'), icon: IconBraces, run: variables },
    reveal && { label: t('hiding.reveal_menu'), icon: IconEye, run: reveal },
    tlpt !== null && { label: t('mission_editor.record_a_tlpt'), icon: IconTargetArrow, to: tlpt },
    retest && { label: t('mission_editor.retest_mission'), icon: IconRefresh, run: retest },
    clone && { label: t('mission_editor.clone_mission'), icon: IconCopy, run: clone },
    { label: t('mission_editor.wall_view'), icon: IconDeviceTv, ...wall },
    { label: t('mission_editor.export'), icon: IconFileExport, to: takeOut },
    { label: t('mission_editor.print_with_evidence'), icon: IconPrinter, to: print },
    remove && { label: t('mission_editor.delete_mission'), icon: IconTrash, run: remove },
  ].filter((action) => action !== null && action !== false);
}

/** Secondary actions and moves, for the command palette. */
export function toPageActions(
  actions: MissionActions,
  go: (to: string, state?: object) => void,
): PageAction[] {
  return [
    ...actions.moves.map(({ name, run }) => ({
      label: t(`tests.mission_move.${name}`),
      icon: IconArrowRight,
      run,
    })),
    ...listMissionActions(actions).map((action) => ({
      label: action.label,
      icon: action.icon,
      run:
        'to' in action
          ? () => {
              action.onGo?.();
              go(action.to, action.state);
            }
          : action.run,
    })),
  ];
}
