import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SimulationMove, simulationMoves } from '../../../domain/simulations.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { useUser } from '../../api/connection/session.ts';
import { moveSimulation } from '../../api/engagements/simulations.ts';
import { rich } from '../../rich.ts';
import { type Done, writeWithUndo } from '../../ui/dialogs/undo.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';

type Wanted = { of: Simulation; move: SimulationMove };

export type SimulationMoves = {
  possible: readonly SimulationMove[];
  isMoving: boolean;
  run: (move: SimulationMove) => void;
  /** Finishes the simulation; errors are left to the calling dialog. */
  finish: (simulation: Simulation) => Promise<void>;
};

/** Moves of a simulation available to this person; typed text is saved first, and undo is offered afterwards. */
export function useSimulationMoves(
  simulation: Simulation | undefined,
  writer: { flush: () => Promise<void> },
): SimulationMoves {
  const { role } = useUser();
  const queryClient = useQueryClient();
  const make = async (offer: (done: Done) => void, { of, move }: Wanted) => {
    await writer.flush();
    await moveSimulation(queryClient, of.id, move.to);
    const back = simulationMoves.find(
      ({ from, to, roles }) => from === move.to && to === move.from && roles.includes(role),
    );
    if (back === undefined) return;
    offer({
      isMove: true,
      what: rich('simulations.moved', {
        name: <Name>{of.name}</Name>,
        status: t(`names.simulation_status.${move.to}`),
      }),
      undo: async () => {
        await moveSimulation(queryClient, of.id, back.to);
        return undefined;
      },
    });
  };
  const moving = useMutation({
    mutationFn: (wanted: Wanted) => writeWithUndo((offer) => make(offer, wanted)),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: t('simulations.the_simulation_stayed_as_it_was'),
        message: error.message,
      }),
  });
  return {
    possible: simulationMoves.filter(
      ({ from, roles }) => from === simulation?.status && roles.includes(role),
    ),
    isMoving: moving.isPending,
    finish: async (of) => {
      const move = simulationMoves.find(({ name }) => name === 'finish');
      if (move !== undefined) await writeWithUndo((offer) => make(offer, { of, move }));
    },
    run: (move) => {
      if (simulation !== undefined && !moving.isPending) moving.mutate({ of: simulation, move });
    },
  };
}
