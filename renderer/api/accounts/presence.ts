import type { Presence } from '../../../server/missions/presence/contract.ts';
import { post, send } from '../connection/http.ts';
import { getSession } from '../connection/session.ts';
import { createStore, type Store } from '../connection/store.ts';
import { useStore } from '../connection/use-store.ts';

export type Person = Presence['people'][number];

const nobody: readonly Person[] = [];
const known = new Map<string, Store<readonly Person[]>>();

function peopleOf(missionId: string): Store<readonly Person[]> {
  let people = known.get(missionId);
  if (people === undefined) {
    people = createStore(nobody);
    known.set(missionId, people);
  }
  return people;
}

/** Applies the presence in a mission from the server. */
export function notePeople(missionId: string, people: readonly Person[]): void {
  const store = peopleOf(missionId);
  if (JSON.stringify(store.get()) !== JSON.stringify(people)) {
    store.set(people.length === 0 ? nobody : people);
  }
}

/** People in a mission, in order of arrival. */
export function usePeople(missionId: string): readonly Person[] {
  return useStore(peopleOf(missionId));
}

/** The place in a mission reported by a person. */
export type Place = { test_id?: string; field?: string };

/** Reports one's place to others; valid for twenty seconds. */
export async function tellPlace(missionId: string, place: Place): Promise<void> {
  await post(`/api/v1/missions/${missionId}/presence`, place);
}

/** Reports that one has left, even while the page closes. */
export function tellLeft(missionId: string): void {
  if (getSession() === null) return;
  send('POST', `/api/v1/missions/${missionId}/presence`, {
    body: { left: true },
    keepalive: true,
  }).catch(() => {});
}
