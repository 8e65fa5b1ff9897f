import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { holdsOneOf, rosterReaders } from '../../../domain/permissions.ts';
import type { Entry } from '../../../server/history/contract.ts';
import { roster } from '../../api/accounts/roster.ts';
import { useUser } from '../../api/connection/session.ts';

type Person = { id: string; display_name: string };
export type People = ReadonlyMap<string, string>;

/**
 * Names of people by id. `named` contains everyone known; `choices` those offered in the filter: `these`, who are involved in the
 * page, and authors of entries.
 */
export function usePeople(
  entries: readonly Entry[],
  these: readonly Person[] = nobody,
): { named: People; choices: People } {
  const { permissions } = useUser();
  const { data } = useQuery({ ...roster, enabled: holdsOneOf(permissions, rosterReaders) });
  // People seen before stay selectable when a filter hides them.
  const [seen, setSeen] = useState<People>(new Map());
  const unseen = entries.flatMap(({ actor }) => (actor === null || seen.has(actor.id) ? [] : [actor]));
  if (unseen.length > 0) setSeen(new Map([...seen, ...toPairs(unseen)]));
  return useMemo(
    () => ({
      named: new Map([...seen, ...toPairs(these), ...toPairs(data ?? nobody)]),
      choices: new Map([...seen, ...toPairs(these)]),
    }),
    [seen, these, data],
  );
}

const nobody: readonly Person[] = [];

function toPairs(people: readonly Person[]): [string, string][] {
  return people.map(({ id, display_name }) => [id, display_name]);
}
