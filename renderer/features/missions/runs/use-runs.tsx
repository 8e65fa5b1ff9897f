import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wasRun } from '../../../../domain/missions.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { startRun, takeBackRun } from '../../../api/missions/runs.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { t } from '../../../words.ts';
import { isNewRunUntouched } from './is-new-run-untouched.ts';
import { RunAgainDialog } from './run-again-dialog.tsx';

export type Runs = {
  /** Null for people who may not, or if the test was not executed. */
  runAgain: (() => void) | null;
  /** Null once the current run has recorded data. */
  takeBack: (() => void) | null;
  isBusy: boolean;
  dialog: ReactNode;
};

/** Retests a test, and undoes that; typed text is saved first. */
export function useRuns(
  test: MissionTest | undefined,
  may: boolean,
  writer: { flush: () => Promise<void> },
): Runs {
  const queryClient = useQueryClient();
  const mayRun = may && test !== undefined && wasRun(test.status);
  const dialog = useDialog(['run'], { may: mayRun });
  const takingBack = useMutation({
    mutationFn: (of: MissionTest) => takeBackRun(queryClient, of),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('runs.the_new_run_stays'), message: error.message }),
  });
  const mayTakeBack = may && test !== undefined && isNewRunUntouched(test);
  return {
    runAgain: mayRun ? () => dialog.open('run') : null,
    takeBack: mayTakeBack ? () => takingBack.mutate(test) : null,
    isBusy: takingBack.isPending,
    dialog:
      dialog.name === 'run' && test ? (
        <RunAgainDialog
          draft={`run.${test.id}`}
          title={t('runs.run_this_test_again')}
          onRun={async (reason) => {
            await writer.flush();
            await startRun(queryClient, test, reason);
          }}
          onClose={dialog.close}
        >
          {t('runs.what_stands_in_it_becomes_run', {
            number: test.run.number,
            number_2: test.run.number + 1,
          })}
        </RunAgainDialog>
      ) : null,
  };
}
