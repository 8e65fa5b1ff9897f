import { List, Text } from '@mantine/core';
import type { Mission } from '../../../../server/missions/contract.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

type Open = { pending: number; unreviewed: number; remediations: number };

/** What of a mission is not done. */
export function findOpen({ counts, remediations }: Mission): Open {
  return {
    pending: counts.pending,
    unreviewed: counts.executed,
    remediations: remediations.open + remediations.in_progress,
  };
}

/** Says what is open before a mission is completed all the same. */
export function CompleteDialog({
  open,
  onComplete,
  onClose,
}: {
  open: Open;
  onComplete: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Complete this mission?"
      confirm="Complete"
      isDestructive={false}
      onConfirm={async () => onComplete()}
      onClose={onClose}
    >
      <div>
        <Text size="sm">Not everything is done:</Text>
        <List size="sm" mt={4}>
          {open.pending > 0 ? (
            <List.Item>{count(open.pending, 'test is', 'tests are')} pending</List.Item>
          ) : null}
          {open.unreviewed > 0 ? (
            <List.Item>
              {count(open.unreviewed, 'executed test waits', 'executed tests wait')} for review
            </List.Item>
          ) : null}
          {open.remediations > 0 ? (
            <List.Item>{count(open.remediations, 'remediation is', 'remediations are')} open</List.Item>
          ) : null}
        </List>
      </div>
      <Text size="sm">
        A completed mission is read only until it is reopened. Evidence and remediations can still be added.
      </Text>
    </ConfirmDialog>
  );
}

const count = (of: number, one: string, many: string) => `${of} ${of === 1 ? one : many}`;
