import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { wasRun } from '../../../domain/missions.ts';
import type { TestSummary } from '../../../server/missions/contract.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { describeLoss, sideName, testMoveLabel } from './mission-words.ts';
import { RunAgainDialog } from './runs/run-again-dialog.tsx';
import styles from './test-table.module.css';
import type { BulkMove, MissionActions } from './use-mission-actions.tsx';

/** What can be done with the selected tests at once; every button says how many it concerns. */
export function BulkBar({
  chosen,
  actions,
  onDone,
}: {
  chosen: readonly TestSummary[];
  actions: MissionActions;
  onDone: () => void;
}) {
  const [running, setRunning] = useState<{ move: BulkMove; done: number } | null>(null);
  const [asking, setAsking] = useState<BulkMove | null>(null);
  const [again, setAgain] = useState(false);
  const ran = actions.runAgain === null ? [] : chosen.filter(({ status }) => wasRun(status));
  const run = async (move: BulkMove) => {
    setRunning({ move, done: 0 });
    await actions.moveTests(move, (done) => setRunning({ move, done }));
    setRunning(null);
    onDone();
  };
  return (
    <section className={styles.bulk} aria-label="Selected tests">
      <Text size="sm" fw={600} role="status">
        {running ? `${running.done} of ${running.move.tests.length}…` : `${chosen.length} selected`}
      </Text>
      {actions.bulkMoves(chosen).map((move) => (
        <Button
          key={move.name}
          size="xs"
          variant="default"
          disabled={running !== null}
          onClick={() => (describeLoss(move) === null ? run(move) : setAsking(move))}
          title={`${sideName[move.side]} side`}
        >
          {testMoveLabel[move.name]} ({move.tests.length})
        </Button>
      ))}
      {ran.length > 0 ? (
        <Button size="xs" variant="default" disabled={running !== null} onClick={() => setAgain(true)}>
          Run again ({ran.length})
        </Button>
      ) : null}
      <Button size="xs" variant="subtle" color="gray" ml="auto" disabled={running !== null} onClick={onDone}>
        Clear selection
      </Button>
      {again && actions.runAgain ? (
        <RunAgainDialog
          draft="runs"
          title={ran.length === 1 ? 'Run it again?' : `Run ${ran.length} tests again?`}
          onRun={async (reason) => {
            await actions.runAgain?.(
              ran.map(({ id }) => id),
              reason,
            );
            onDone();
          }}
          onClose={() => setAgain(false)}
        >
          What stands in them becomes a closed run, which stays readable with its evidence. The new runs begin
          empty.
        </RunAgainDialog>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title="Set them back to pending?"
          confirm={`Set ${asking.tests.length} back`}
          onConfirm={async () => void run(asking)}
          onClose={() => setAsking(null)}
        >
          <Text size="sm">
            {asking.tests.length === 1 ? 'One test loses' : `${asking.tests.length} tests lose`}{' '}
            {describeLoss(asking)}. What was written about them, and their evidence, stays.
          </Text>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
