import { Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Outlet, useNavigate, useParams } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import { findingHistory, lastWriteOf } from '../../../api/history.ts';
import { deleteFinding } from '../../../api/missions/findings.ts';
import { missionRemediations } from '../../../api/missions/remediations.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { NoteOpened } from '../../../ui/pages/opened.tsx';
import { ConflictDialog } from '../../../ui/record/conflict-dialog.tsx';
import { toIds } from '../../../ui/record/listed-ids.ts';
import { useConflict } from '../../../ui/record/use-conflict.ts';
import { useLeaveGuard } from '../../../ui/record/use-leave-guard.tsx';
import { useFieldKeys } from '../../../ui/record/use-record-keys.ts';
import { Name } from '../../../ui/text/name.tsx';
import { findText, t } from '../../../words.ts';
import { useRemediationDialogs } from '../remediation/use-remediation-dialogs.tsx';
import { BackToList } from './back-to-list.tsx';
import {
  type FindingField,
  findingFieldKinds,
  findingFieldNames,
  readTestId,
  useFindingWriter,
} from './finding-record.ts';
import { FindingView } from './finding-view.tsx';
import { nameFinding, toFindingPath } from './finding-words.ts';
import { type FindingPageContext, type FindingsContext, useFindings } from './findings-outlet.ts';

/** A finding next to the list of its mission. */
export function FindingPage() {
  const { findingId = '' } = useParams();
  const context = useFindings();
  const finding = context.findings.find(({ id }) => id === findingId);
  if (finding === undefined) {
    return <EmptyState icon={IconSearchOff} title={t('findings.gone')} hint={t('findings.gone_hint')} />;
  }
  return <OneFinding key={findingId} finding={finding} {...context} />;
}

type Props = FindingsContext & { finding: Finding };

function OneFinding({ finding, mission, may, list }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const writer = useFindingWriter(mission.id, finding.id);
  const names = useMemo(findingFieldNames, []);
  const conflict = useConflict<FindingField>();
  const leaving = useLeaveGuard({
    writer,
    names,
    path: toFindingPath(mission.id, finding.id),
    onCompare: conflict.compare,
  });
  const lastWrite = useCallback(
    (field: FindingField) => lastWriteOf(findingHistory(mission.id, finding.id), {}, field),
    [mission.id, finding.id],
  );
  const remediations = useQuery(missionRemediations(mission.id)).data;
  const dialogs = useRemediationDialogs({
    missionId: mission.id,
    mission,
    remediations,
    suggested: {
      draft: `new-remediation.${finding.id}`,
      findingId: finding.id,
      values: {
        title: finding.title,
        shortcoming: finding.description ?? '',
        root_cause: finding.root_cause ?? '',
        measure: finding.recommendation ?? '',
        risk_if_not_done: finding.impact ?? '',
        priority: finding.severity === 'informational' ? 'low' : finding.severity,
        test_ids: [...new Set(finding.tests.map(({ test_id }) => test_id))],
      },
    },
  });
  const [deleting, setDeleting] = useState(false);
  useFieldKeys();
  const beside: FindingPageContext = { finding, mission, writer, isOpen: may };
  const nameChoice = (field: FindingField, value: string): string => {
    if (field === 'severity' || field === 'kind' || field === 'side' || field === 'status') {
      const key = field === 'severity' ? 'severity' : (`finding_${field}` as const);
      return findText(`names.${key}.${value}`) ?? value;
    }
    return toIds(value)
      .map((id) => nameLink(field, id))
      .join(', ');
  };
  const nameLink = (field: FindingField, id: string): string => {
    const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
    const name =
      field === 'tests'
        ? tests.find((test) => test.id === readTestId(id).test_id)?.name
        : field === 'remediation_ids'
          ? remediations?.find((one) => one.id === id)?.title
          : undefined;
    return toVisibleText(name ?? id);
  };
  return (
    <>
      <title>{t('shared.title_damson', { title: toVisibleText(nameFinding(finding)).slice(0, 120) })}</title>
      <NoteOpened kind="finding" path={toFindingPath(mission.id, finding.id)} name={nameFinding(finding)} />
      <BackToList to={list} />
      <FindingView
        finding={finding}
        mission={mission}
        isOpen={may}
        names={names}
        writer={writer}
        lastWrite={lastWrite}
        onCompare={conflict.compare}
        remediations={remediations ?? []}
        onRemedy={may ? dialogs.add : null}
        onRemediation={dialogs.open}
        onDelete={may ? () => setDeleting(true) : null}
      />
      <ConflictDialog
        conflict={conflict}
        names={names}
        kinds={findingFieldKinds}
        writer={writer}
        levels={[]}
        lastWrite={lastWrite}
        nameChoice={nameChoice}
        isOpen={may}
      />
      {leaving}
      {dialogs.dialog}
      {deleting ? (
        <ConfirmDialog
          title={t('findings.delete.title')}
          confirm={t('findings.delete.confirm')}
          onConfirm={() => deleteFinding(queryClient, finding, () => navigate(list)).then(() => writer.end())}
          onClose={() => setDeleting(false)}
        >
          <Text size="sm">
            {rich('findings.delete.what', {
              finding: (
                <b>
                  <Name>{nameFinding(finding)}</Name>
                </b>
              ),
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
      <Outlet context={beside} />
    </>
  );
}
