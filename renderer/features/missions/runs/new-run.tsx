import { Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { inSentence, t } from '../../../words.ts';
import { isNewRunUntouched } from './is-new-run-untouched.ts';
import type { Runs } from './use-runs.tsx';

/** Lets people undo an empty new run. */
export function NewRun({ test, runs }: { test: MissionTest; runs: Runs }) {
  if (!isNewRunUntouched(test)) return null;
  return (
    <Group gap="xs" role="note" fz="sm">
      <span>
        {test.run.reason === null
          ? t('runs.run_has_begun', { number: test.run.number })
          : t('runs.run_has_begun_reason', {
              number: test.run.number,
              reason: inSentence(t(`names.run_reason.${test.run.reason}`)),
            })}
      </span>
      {runs.takeBack ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          loading={runs.isBusy}
          onClick={runs.takeBack}
        >
          {t('runs.undo_go_back_to_run_number', { number: test.run.number - 1 })}
        </Button>
      ) : null}
    </Group>
  );
}
