import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { isPlanned } from '../../../domain/engagements.ts';
import { redRoles, socRoles } from '../../../domain/sides.ts';
import {
  hasBegun,
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
import { Name } from '../../ui/name.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ConflictDialog } from '../../ui/record/conflict-dialog.tsx';
import type { Neighbours } from '../../ui/record/neighbours.ts';
import { useConflict } from '../../ui/record/use-conflict.ts';
import { useRecordKeys } from '../../ui/record/use-record-keys.ts';
import { type Steps, useSteps } from '../../ui/record/use-steps.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { useGo } from '../../ui/use-go.ts';
import { EditSimulationDialog } from './edit-simulation-dialog.tsx';
import { fieldKind, fieldName } from './simulation-fields.ts';
import type { SimulationPageContext } from './simulation-outlet.ts';
import { SimulationSkeleton, SimulationView } from './simulation-view.tsx';
import { StartEngagement } from './start-engagement.tsx';
import { useSimulationWriter } from './use-simulation-writer.ts';

const readAgainEveryMs = 15_000;

export function SimulationPage() {
  const { engagementId = '', simulationId = '' } = useParams();
  return <OneSimulation key={simulationId} engagementId={engagementId} simulationId={simulationId} />;
}

type Ids = { engagementId: string; simulationId: string };

function OneSimulation({ engagementId, simulationId }: Ids) {
  const { role } = useUser();
  const queryClient = useQueryClient();
  const go = useGo();
  const [confirming, setConfirming] = useState<'delete' | 'finish' | null>(null);
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
  const conflict = useConflict(snapshot);
  const steps = useNeighbours({ engagementId, simulationId });
  useRecordKeys(steps);
  const moving = useMutation({
    mutationFn: async (move: SimulationMove) => {
      // Typed text is saved before the move, in the state it was typed in.
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
  const mayStart =
    mayRed && hasBegun(shown.status) && engagement.data !== undefined && isPlanned(engagement.data.status);
  const beside: SimulationPageContext = {
    simulation: shown,
    levels: levels.data ?? [],
    writer,
    may: (side) => isOpen && (side === 'red' ? mayRed : socRoles.includes(role)),
  };
  return (
    <>
      <SimulationView
        simulation={shown}
        engagement={engagement.data}
        levels={levels.data ?? []}
        writer={writer}
        snapshot={snapshot}
        mayWriteRed={mayRed && isOpen}
        mayWriteSoc={socRoles.includes(role) && isOpen}
        mayLink={mayRed && isOpen}
        mayDelete={mayRed}
        moves={simulationMoves.filter(({ from, roles }) => from === shown.status && roles.includes(role))}
        isMoving={moving.isPending}
        onMove={(move) => (isDone(move.to) ? setConfirming('finish') : moving.mutate(move))}
        onCompare={conflict.compare}
        onEdit={() => dialog.open('edit')}
        onDelete={() => setConfirming('delete')}
        steps={steps}
        offer={mayStart && engagement.data ? <StartEngagement engagement={engagement.data} /> : null}
      />
      <Outlet context={beside} />
      <ConflictDialog
        conflict={conflict}
        names={fieldName}
        kinds={fieldKind}
        writer={writer}
        snapshot={snapshot}
        levels={levels.data ?? []}
        by="somebody else"
        at={shown.updated_at}
      />
      {dialog.name === 'edit' ? <EditSimulationDialog simulation={shown} onClose={dialog.close} /> : null}
      {confirming === 'finish' ? (
        <ConfirmDialog
          title="Finish this simulation?"
          confirm="Finish"
          isDestructive={false}
          onConfirm={async () => {
            await writer.flush();
            await moveSimulation(queryClient, simulationId, 'done');
          }}
          onClose={() => setConfirming(null)}
        >
          <Text size="sm">
            <b>
              <Name>{shown.name}</Name>
            </b>{' '}
            takes no more writing from either side until somebody reopens it. What its unfinished C2 tasks
            still bring waits until then.
          </Text>
        </ConfirmDialog>
      ) : null}
      {confirming === 'delete' ? (
        <ConfirmDialog
          title="Delete this simulation?"
          confirm="Delete simulation"
          onConfirm={() => deleteSimulation(queryClient, shown, () => go(`/engagements/${engagementId}`))}
          onClose={() => setConfirming(null)}
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

/** The way from a simulation to those before and after it, in the order the engagement shows them. */
function useNeighbours({ engagementId, simulationId }: Ids): Steps {
  const { data } = useQuery(engagementSimulations(engagementId));
  const ids = useMemo(
    () =>
      simulationStatuses.flatMap((status) =>
        (data ?? []).filter((simulation) => simulation.status === status).map(({ id }) => id),
      ),
    [data],
  );
  const findAround = (id: string): Neighbours => {
    const index = ids.indexOf(id);
    const isListed = index !== -1;
    return {
      previous: (isListed && ids[index - 1]) || null,
      next: (isListed && ids[index + 1]) || null,
      number: isListed ? index + 1 : null,
      of: ids.length,
    };
  };
  return useSteps(simulationId, findAround, (id) => `/engagements/${engagementId}/simulations/${id}`);
}
