import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { redRoles, socRoles } from '../../../domain/sides.ts';
import {
  isDone,
  type SimulationMove,
  simulationMoves,
  simulationStatuses,
} from '../../../domain/simulations.ts';
import { detectionLevels } from '../../api/detection-levels.ts';
import { engagement as engagementQuery } from '../../api/engagements.ts';
import { useUser } from '../../api/session.ts';
import {
  deleteSimulation,
  engagementSimulations,
  moveSimulation,
  simulation as simulationQuery,
} from '../../api/simulations.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { isTyping } from '../../ui/is-typing.ts';
import { Name } from '../../ui/name.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useGo } from '../../ui/use-go.ts';
import { EditSimulationDialog } from './edit-simulation-dialog.tsx';
import { SimulationConflict } from './simulation-conflict.tsx';
import type { SimulationField } from './simulation-fields.ts';
import { SimulationSkeleton, SimulationView } from './simulation-view.tsx';
import { useSimulationWriter } from './use-simulation-writer.ts';

const readAgainEveryMs = 15_000;

export function Component() {
  const { engagementId = '', simulationId = '' } = useParams();
  return <SimulationPage key={simulationId} engagementId={engagementId} simulationId={simulationId} />;
}

type Ids = { engagementId: string; simulationId: string };

function SimulationPage({ engagementId, simulationId }: Ids) {
  const { role } = useUser();
  const queryClient = useQueryClient();
  const go = useGo();
  const [compared, setCompared] = useState<SimulationField | null>(null);
  const [asked, setAsked] = useState<'delete' | 'finish' | null>(null);
  const simulation = useQuery({
    ...simulationQuery(simulationId),
    refetchInterval: readAgainEveryMs,
    refetchOnWindowFocus: 'always',
  });
  const mayRed = redRoles.includes(role);
  const isOpen = simulation.data !== undefined && !isDone(simulation.data.status);
  const dialog = useDialog(['edit'], { may: mayRed && isOpen });
  const engagement = useQuery(engagementQuery(engagementId));
  const levels = useQuery(detectionLevels);
  const { writer, snapshot } = useSimulationWriter(simulationId);
  const conflicting = (Object.keys(snapshot) as SimulationField[]).find(
    (field) => snapshot[field]?.phase === 'conflict',
  );
  // A conflict opens the comparison once; closed without a choice it waits at its field.
  useEffect(() => setCompared(conflicting ?? null), [conflicting]);
  const neighbours = useNeighbours({ engagementId, simulationId });
  const moving = useMutation({
    mutationFn: async (move: SimulationMove) => {
      // What was just typed belongs to the state it was typed in.
      await writer.flush();
      await moveSimulation(queryClient, simulationId, move.to);
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The simulation stayed as it was', message: error.message }),
  });
  if (simulation.data === undefined) {
    if (simulation.error === null) return <SimulationSkeleton />;
    return <ProblemNote error={simulation.error} what="simulation" onRetry={() => simulation.refetch()} />;
  }
  const shown = simulation.data;
  return (
    <>
      <SimulationView
        simulation={shown}
        engagementName={engagement.data?.name ?? 'Engagement'}
        levels={levels.data ?? []}
        writer={writer}
        snapshot={snapshot}
        mayWriteRed={mayRed && isOpen}
        mayWriteSoc={socRoles.includes(role) && isOpen}
        mayLink={mayRed && isOpen}
        mayDelete={mayRed}
        moves={simulationMoves.filter(({ from, roles }) => from === shown.status && roles.includes(role))}
        isMoving={moving.isPending}
        onMove={(move) => (isDone(move.to) ? setAsked('finish') : moving.mutate(move))}
        onCompare={setCompared}
        onEdit={() => dialog.open('edit')}
        onDelete={() => setAsked('delete')}
        neighbours={neighbours}
      />
      {compared !== null && snapshot[compared]?.phase === 'conflict' ? (
        <SimulationConflict
          simulation={shown}
          field={compared}
          state={snapshot[compared]}
          levels={levels.data ?? []}
          onEnd={(value) => void writer.resolve(compared, value)}
          onClose={() => setCompared(null)}
        />
      ) : null}
      {dialog.name === 'edit' ? <EditSimulationDialog simulation={shown} onClose={dialog.close} /> : null}
      {asked === 'finish' ? (
        <ConfirmDialog
          title="Finish this simulation?"
          confirm="Finish"
          isDestructive={false}
          onConfirm={async () => {
            await writer.flush();
            await moveSimulation(queryClient, simulationId, 'done');
          }}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <b>
              <Name>{shown.name}</Name>
            </b>{' '}
            takes no more writing from either side, and its unfinished C2 tasks are no longer followed, until
            somebody reopens it.
          </Text>
        </ConfirmDialog>
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title="Delete this simulation?"
          confirm="Delete simulation"
          onConfirm={() => deleteSimulation(queryClient, shown, () => go(`/engagements/${engagementId}`))}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <b>
              <Name>{shown.name}</Name>
            </b>{' '}
            will be gone for good, with what both sides recorded, its linked C2 tasks and the outputs kept of
            them.
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

export type Neighbours = { before: string | null; after: string | null; place: string | null };

/** The simulations before and after this one, in the order the engagement shows them; `j` and `k` lead there. */
function useNeighbours({ engagementId, simulationId }: Ids): Neighbours {
  const navigate = useNavigate();
  const { data } = useQuery(engagementSimulations(engagementId));
  const neighbours = useMemo(() => {
    const inOrder = simulationStatuses.flatMap((status) =>
      (data ?? []).filter((simulation) => simulation.status === status),
    );
    const index = inOrder.findIndex(({ id }) => id === simulationId);
    const pathOf = (at: number) =>
      index >= 0 && inOrder[at] ? `/engagements/${engagementId}/simulations/${inOrder[at].id}` : null;
    return {
      before: pathOf(index - 1),
      after: pathOf(index + 1),
      place: index < 0 ? null : `${index + 1} of ${inOrder.length}`,
    };
  }, [data, engagementId, simulationId]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const path = event.key === 'j' ? neighbours.after : event.key === 'k' ? neighbours.before : null;
      if (path === null) return;
      event.preventDefault();
      navigate(path);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [neighbours, navigate]);
  return neighbours;
}
