import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isUnresolved } from '../../../../domain/remediations.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { missionFindings } from '../../../api/missions/findings.ts';
import { missionRemediations } from '../../../api/missions/remediations.ts';
import { runComparison } from '../../../api/missions/runs.ts';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { boardKeys } from '../../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { RemediationsSheet } from '../print/remediations-sheet.tsx';
import { RedUntilItFires } from '../rules/red-until-it-fires.tsx';
import { arrangeBoard } from './arrange-board.ts';
import styles from './board.module.css';
import { Board } from './board.tsx';
import { findOffer } from './offers.ts';
import { useBoardMoves } from './use-board-moves.tsx';
import { useRemediationDialogs } from './use-remediation-dialogs.tsx';

/** Changes by others arrive by polling; activity only reports tests. */
const readAgainEveryMs = 30_000;

/** Remediations of a mission. */
export function RemediationTab() {
  const { mission } = useMissionTab();
  const remediations = useQuery({
    ...missionRemediations(mission.id),
    refetchInterval: readAgainEveryMs,
  });
  const comparison = useQuery(runComparison(mission)).data;
  const findings = useQuery(missionFindings(mission.id)).data ?? [];
  const moves = useBoardMoves(mission.id);
  const dialogs = useRemediationDialogs({
    missionId: mission.id,
    mission,
    remediations: remediations.data,
  });
  const byStatus = useMemo(
    () => arrangeBoard(remediations.data ?? [], moves.moving),
    [remediations.data, moves.moving],
  );
  const tests = useMemo(() => listNames(mission), [mission]);
  const key = (run: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    run();
  };
  useKeysHelp(boardKeys());
  usePageKeys(dialogs.add === null ? [] : [['n', key(dialogs.add)]]);
  const add = dialogs.add ? (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={dialogs.add} aria-keyshortcuts="n">
      {t('remediation.new')}
    </Button>
  ) : null;

  if (remediations.data === undefined) {
    if (remediations.error === null) return <BoardSkeleton />;
    return (
      <ProblemNote
        error={remediations.error}
        what={t('remediation.remediations')}
        onRetry={() => remediations.refetch()}
      />
    );
  }
  return (
    <>
      {remediations.data.length === 0 ? (
        <EmptyState
          icon={IconTool}
          title={t('remediation.empty.title')}
          hint={add ? t('remediation.empty.hint') : t('remediation.empty.read_only')}
          action={add}
        />
      ) : (
        <Stack gap="xs">
          <div className={styles.bar}>
            {add}
            <Summary remediations={[...byStatus.values()].flat()} />
          </div>
          <Board
            byStatus={byStatus}
            tests={tests}
            findings={findings}
            findOffer={(remediation) => findOffer(remediation, comparison)}
            onOpen={dialogs.open}
            onMove={add ? moves.move : null}
            onDelete={dialogs.remove}
          />
        </Stack>
      )}
      <RedUntilItFires mission={mission} />
      {dialogs.dialog}
      <PrintSheet>{() => <RemediationsSheet mission={mission} byStatus={byStatus} />}</PrintSheet>
    </>
  );
}

function listNames(mission: Mission): Map<string, string> {
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  return new Map(tests.map(({ id, name }) => [id, name]));
}

function Summary({ remediations }: { remediations: readonly Remediation[] }) {
  const left = remediations.filter(({ status }) => isUnresolved(status)).length;
  const overdue = remediations.filter((one) => one.overdue).length;
  const fixed = remediations.filter(({ status }) => status === 'fixed').length;
  if (left === 0 && fixed > 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('remediation.left.to_verify', { left: fixed })}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {left === 0
        ? t('remediation.left.none')
        : overdue === 0
          ? t('remediation.left.some', { left })
          : t('remediation.left.overdue', { left, overdue })}
    </Text>
  );
}

function BoardSkeleton() {
  return (
    <div className={styles.board} aria-busy="true" role="status" aria-label={t('remediation.loading')}>
      {['open', 'in progress', 'fixed', 'verified', 'closed'].map((column) => (
        <Skeleton key={column} height={160} />
      ))}
    </div>
  );
}
