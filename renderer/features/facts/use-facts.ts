import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fact, FactPatch, NewFact } from '../../../server/facts/contract.ts';
import type { Tool } from '../../../server/organisations/contract.ts';
import { useMay } from '../../api/connection/session.ts';
import { addFact, changeFact, type FactPlace, removeFact } from '../../api/missions/facts.ts';
import { addTool, organisation as organisationOf, toolsOf } from '../../api/organisations.ts';
import { t } from '../../words.ts';

export type Facts = {
  /** Tools of the mission's or engagement's organisation; null while loading. */
  tools: readonly Tool[] | null;
  /** Adds a tool by name; null without an organisation or the permission. */
  addTool: ((name: string) => Promise<Tool>) | null;
  isBusy: boolean;
  add: (fact: NewFact) => Promise<Fact | null>;
  /** Resolves with whether the change was saved. */
  change: (id: string, change: FactPatch) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
};

/** Writes of one scope run one after the other. */
export function factsScope(id: string): { id: string } {
  return { id: `facts of ${id}` };
}

/** Writes to the detections of a test or a simulation. A refusal is shown, and typed text stays in place. */
export function useFacts(place: FactPlace, organisationId: string | null): Facts {
  const queryClient = useQueryClient();
  const mayWrite = useMay('mission.update');
  const organisation = useQuery({
    ...organisationOf(organisationId ?? ''),
    enabled: organisationId !== null && mayWrite,
  });
  const tools = useQuery(toolsOf(organisationId));
  const writing = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    scope: factsScope('testId' in place ? place.testId : place.simulationId),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: t('facts.not_saved'),
        message: error.message,
      }),
  });
  const write = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return (await writing.mutateAsync(work)) as T;
    } catch {
      return null;
    }
  };
  // Before the tools are loaded, an existing one would be offered as new.
  const mayAddTools = organisationId !== null && tools.isSuccess && organisation.data?.may_change === true;
  return {
    tools: tools.data ?? null,
    addTool: mayAddTools ? (name) => addTool(queryClient, organisationId, { name, kind: 'other' }) : null,
    isBusy: writing.isPending,
    add: (fact) => write(() => addFact(queryClient, place, fact)),
    change: async (id, change) => (await write(() => changeFact(queryClient, place, id, change))) !== null,
    remove: async (id) => {
      await write(() => removeFact(queryClient, place, id));
    },
  };
}
