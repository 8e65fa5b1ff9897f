import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isArchived } from '../../../../domain/missions.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { deleteRemediation, readRemediation } from '../../../api/missions/remediations.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { RemediationDialog } from './remediation-dialog.tsx';
import type { RemediationValues } from './remediation-form.ts';

export type RemediationDialogs = {
  /** Null for read-only users. */
  add: (() => void) | null;
  open: (remediation: Remediation) => void;
  remove: ((remediation: Remediation) => void) | null;
  dialog: ReactNode;
};

/** Dialogs for creating, changing, reading and deleting a mission's remediations. */
export function useRemediationDialogs({
  missionId,
  mission,
  remediations,
  suggested,
}: {
  missionId: string;
  mission: Mission | null;
  remediations: readonly Remediation[] | undefined;
  /** Initial values of a new remediation, the key of its text among the saved ones, and the finding from which it is created. */
  suggested?: { draft: string; values: Partial<RemediationValues>; findingId?: string };
}): RemediationDialogs {
  const queryClient = useQueryClient();
  const { permissions } = useUser();
  const may = mission !== null && !isArchived(mission.status) && holdsOneOf(permissions, missionWriters);
  const adding = useDialog(['new-remediation'], { may });
  const editing = useDialog(['remediation'], {
    may: mission !== null,
    list: { items: remediations, read: (id: string) => readRemediation(missionId, id) },
  });
  const [deleting, setDeleting] = useState<Remediation | null>(null);
  const shared = { missionId, mission };
  return {
    add: may ? () => void adding.open('new-remediation') : null,
    open: (remediation) => void editing.open('remediation', remediation),
    remove: may ? setDeleting : null,
    dialog: (
      <>
        {adding.name === null ? null : (
          <RemediationDialog
            {...shared}
            remediation={null}
            {...(suggested
              ? { suggested: suggested.values, draft: suggested.draft, findingId: suggested.findingId }
              : {})}
            onClose={() => void adding.close()}
          />
        )}
        {editing.name === null || editing.item === null ? null : (
          <RemediationDialog
            key={editing.item.id}
            {...shared}
            remediation={editing.item}
            isReadOnly={!may}
            onClose={() => void editing.close()}
          />
        )}
        {deleting === null ? null : (
          <ConfirmDialog
            title={t('remediation.delete.title')}
            confirm={t('remediation.delete.confirm')}
            onConfirm={() => deleteRemediation(queryClient, deleting)}
            onClose={() => setDeleting(null)}
          >
            <Text size="sm">{describeDeleted(deleting)}</Text>
          </ConfirmDialog>
        )}
      </>
    ),
  };
}

function describeDeleted(deleted: Remediation): ReactNode {
  const { shortcoming, root_cause, measure, risk_if_not_done, test_ids } = deleted;
  const remediation = (
    <b>
      <Name>{deleted.title}</Name>
    </b>
  );
  const hasTexts = [shortcoming, root_cause, measure, risk_if_not_done].some(Boolean);
  const count = test_ids.length;
  if (count === 0)
    return rich(hasTexts ? 'remediation.delete.texts' : 'remediation.delete.alone', { remediation });
  return rich(hasTexts ? 'remediation.delete.texts_and_tests' : 'remediation.delete.tests', {
    remediation,
    count,
  });
}
