import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { redRoles, sides, socRoles } from '../../../domain/sides.ts';
import { isDone, type SimulationMove, simulationStatuses } from '../../../domain/simulations.ts';
import { detectionLevels } from '../../api/catalogue/detection-levels.ts';
import { useUser } from '../../api/connection/session.ts';
import { engagement as engagementQuery } from '../../api/engagements/engagements.ts';
import {
  deleteSimulation,
  engagementSimulations,
  getKnownSimulation,
  simulation as simulationQuery,
} from '../../api/engagements/simulations.ts';
import { engagementHistory, lastWriteOf } from '../../api/history.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { PrintSheet } from '../../ui/print/print-sheet.tsx';
import { ConflictDialog } from '../../ui/record/conflict-dialog.tsx';
import type { Neighbours } from '../../ui/record/neighbours.ts';
import { useConflict } from '../../ui/record/use-conflict.ts';
import { useLeaveGuard } from '../../ui/record/use-leave-guard.tsx';
import { useRecordKeys } from '../../ui/record/use-record-keys.ts';
import { type Steps, useSteps } from '../../ui/record/use-steps.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { usePrintedPictures } from '../evidence/printed-pictures.ts';
import { useEvidence } from '../evidence/use-evidence.tsx';
import { isJudged } from '../facts/is-judged.ts';
import { EditSimulationDialog } from './edit-simulation-dialog.tsx';
import { EngagementOffer } from './engagement-offer.tsx';
import { fieldKind, fieldName, type SimulationField } from './simulation-fields.ts';
import type { SimulationPageContext } from './simulation-outlet.ts';
import { SimulationSheet } from './simulation-sheet.tsx';
import { SimulationSkeleton, SimulationView } from './simulation-view.tsx';
import { useSimulationMoves } from './use-simulation-moves.tsx';
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
  const writer = useSimulationWriter(simulationId);
  const conflict = useConflict<SimulationField>();
  const leaving = useLeaveGuard({
    writer,
    names: fieldName(),
    path: `/engagements/${engagementId}/simulations/${simulationId}`,
    onCompare: conflict.compare,
  });
  const lastWrite = useCallback(
    (field: SimulationField) =>
      lastWriteOf(engagementHistory(engagementId), { simulation_id: simulationId }, field),
    [engagementId, simulationId],
  );
  const steps = useNeighbours({ engagementId, simulationId });
  useRecordKeys(steps);
  const evidence = useEvidence(
    simulation.data && {
      owner: { kind: 'simulation', id: simulationId },
      evidence: simulation.data.evidence,
    },
    isOpen ? sides.filter((side) => (side === 'red' ? redRoles : socRoles).includes(role)) : [],
  );
  const moves = useSimulationMoves(simulation.data, writer);
  const pictures = usePrintedPictures(simulation.data?.evidence ?? []);
  if (simulation.data === undefined) {
    if (simulation.error === null) return <SimulationSkeleton />;
    return (
      <ProblemNote
        error={simulation.error}
        what={t('simulations.simulation')}
        onRetry={() => simulation.refetch()}
      />
    );
  }
  const shown = simulation.data;
  const finish = async (move: SimulationMove) => {
    await writer.flush();
    if (isJudged(getKnownSimulation(queryClient, simulationId) ?? shown)) moves.run(move);
    else setConfirming('finish');
  };
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
        lastWrite={lastWrite}
        mayWriteRed={mayRed && isOpen}
        mayWriteSoc={socRoles.includes(role) && isOpen}
        mayLink={mayRed && isOpen}
        mayDelete={mayRed}
        moves={{
          ...moves,
          run: (move) => {
            if (isDone(move.to)) void finish(move);
            else moves.run(move);
          },
        }}
        onCompare={conflict.compare}
        onEdit={() => dialog.open('edit')}
        onDelete={() => setConfirming('delete')}
        evidence={evidence}
        steps={steps}
        offer={mayRed && engagement.data ? <EngagementOffer engagement={engagement.data} /> : null}
      />
      <Outlet context={beside} />
      <PrintSheet>
        {() => <SimulationSheet simulation={shown} engagement={engagement.data} pictures={pictures} />}
      </PrintSheet>
      <ConflictDialog
        conflict={conflict}
        names={fieldName()}
        kinds={fieldKind}
        writer={writer}
        levels={levels.data ?? []}
        lastWrite={lastWrite}
        isOpen={isOpen}
      />
      {leaving}
      {evidence.dialog}
      {dialog.name === 'edit' ? <EditSimulationDialog simulation={shown} onClose={dialog.close} /> : null}
      {confirming === 'finish' ? (
        <ConfirmDialog
          title={t('simulations.finish_this_simulation')}
          confirm={t('simulations.finish')}
          isDestructive={false}
          onConfirm={() => moves.finish(shown)}
          onClose={() => setConfirming(null)}
        >
          <Text size="sm">
            {rich('simulations.nobody_has_said_what_was_seen', {
              b: (
                <b>
                  <Name>{shown.name}</Name>
                </b>
              ),
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
      {confirming === 'delete' ? (
        <ConfirmDialog
          title={t('simulations.delete_this_simulation')}
          confirm={t('simulations.delete_simulation')}
          onConfirm={() => deleteSimulation(queryClient, shown, () => go(`/engagements/${engagementId}`))}
          onClose={() => setConfirming(null)}
        >
          <Text size="sm">
            {rich('simulations.b_will_be_gone_for_good', {
              b: (
                <b>
                  <Name>{shown.name}</Name>
                </b>
              ),
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Links to the previous and next simulation, in the engagement's order. */
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
