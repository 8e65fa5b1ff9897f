import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AlertChoices,
  AlertFileAnswer,
  AlertFilePreview,
} from '../../../server/interchange/alerts/contract.ts';
import type {
  AcceptedAlert,
  AlertList,
  AlertRecord,
  Delivery,
  ListedAlert,
  UndoneDelivery,
} from '../../../server/missions/alerts/contract.ts';
import type { ClocksSign } from '../../../server/missions/clocks/contract.ts';
import { get, type Paged, post } from '../connection/http.ts';
import { upload } from '../connection/upload.ts';
import { readTestAnew } from './mission-tests.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/alerts`;
const listKey = (missionId: string) => ['missions', 'alerts', missionId] as const;

/** Alerts on a page; decided ones leave it. */
const pageSize = 100;

/** An alert that waited when the list was read; others may have decided on it since, or taken its delivery out. */
export type WaitingAlert = ListedAlert & { isGone?: boolean };
type Waiting = {
  items: WaitingAlert[];
  /** All that wait now. */
  total: number;
  /** Alerts beyond the list when it was read. */
  rest: number;
  /** The confirmed clocks of hosts that the suggestions follow from. */
  clocks: ClocksSign;
  /** Whether others are confirmed now. */
  hasOtherClocks: boolean;
};

/** The alerts that wait, those with the best suggestions first. */
export const waitingAlerts = (missionId: string) =>
  queryOptions({
    queryKey: listKey(missionId),
    queryFn: async ({ signal }): Promise<Waiting> => {
      const { items, total, clocks } = await get<AlertList>(toUrl(missionId), { limit: pageSize }, signal);
      return { items, total, rest: total - items.length, clocks, hasOtherClocks: false };
    },
  });

export const isWaiting = ({ state, isGone }: WaitingAlert): boolean => state === 'new' && !isGone;

/** How many of the listed alerts others have decided on, and how many have come since. */
export function countNews({ items, total, rest }: Waiting): { decided: number; arrived: number } {
  const waiting = items.filter(isWaiting).length;
  return { decided: items.length - waiting, arrived: Math.max(0, total - rest - waiting) };
}

/** Notes the confirmed clocks of hosts: with others, the listed suggestions stay until somebody asks for new ones. */
export function noteClocks(queryClient: QueryClient, missionId: string, clocks: ClocksSign): void {
  queryClient.setQueryData<Waiting>(
    listKey(missionId),
    (known) => known && { ...known, hasOtherClocks: JSON.stringify(known.clocks) !== JSON.stringify(clocks) },
  );
}

/** Alerts that were accepted for tests, the last decided first. */
export const acceptedAlerts = (missionId: string) =>
  queryOptions({
    queryKey: [...listKey(missionId), 'accepted'],
    queryFn: async ({ signal }) => {
      const query = { state: 'accepted', limit: pageSize };
      return (await get<Paged<AlertRecord>>(toUrl(missionId), query, signal)).items;
    },
  });

/** Reads the alerts and their suggestions again. */
export const renewAlerts = (queryClient: QueryClient, missionId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey(missionId) });

/**
 * Brings what others have decided to the alerts that are listed, without adding or removing any. An empty list, where nobody reads
 * anything, is read again.
 */
export async function followAlerts(
  queryClient: QueryClient,
  missionId: string,
  waiting: number | null,
): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: [...listKey(missionId), 'accepted'] });
  const queryKey = listKey(missionId);
  const ids = queryClient.getQueryData<Waiting>(queryKey)?.items.map(({ id }) => id);
  if (ids === undefined) return;
  if (ids.length === 0) {
    if (waiting !== 0) await queryClient.invalidateQueries({ queryKey, exact: true });
    return;
  }
  const { items } = await get<Paged<AlertRecord>>(toUrl(missionId), { ids: ids.join(), limit: pageSize });
  const present = new Map(items.map((alert) => [alert.id, alert]));
  const follow = (alert: WaitingAlert): WaitingAlert => {
    const now = present.get(alert.id);
    if (now === undefined) return { ...alert, isGone: true };
    const { state, test_id, run, fact_id, decided_by, decided_at } = now;
    return { ...alert, state, test_id, run, fact_id, decided_by, decided_at };
  };
  queryClient.setQueryData<Waiting>(
    queryKey,
    (known) => known && { ...known, total: waiting ?? known.total, items: known.items.map(follow) },
  );
}

/** Takes decided alerts from the list at once, and reads the next ones when it is empty. */
function leave(
  queryClient: QueryClient,
  missionId: string,
  isDecided: (alert: ListedAlert) => boolean,
): void {
  const queryKey = listKey(missionId);
  queryClient.setQueryData<Waiting>(queryKey, (known) => {
    if (known === undefined) return known;
    const items = known.items.filter((alert) => !isDecided(alert));
    const left = known.items.filter((alert) => isWaiting(alert) && isDecided(alert)).length;
    return { ...known, items, total: known.total - left };
  });
  const left = queryClient.getQueryData<Waiting>(queryKey);
  if (left?.items.length === 0) void renewAlerts(queryClient, missionId);
}

export async function acceptAlert(
  queryClient: QueryClient,
  missionId: string,
  { id }: ListedAlert,
  testId: string,
): Promise<AcceptedAlert> {
  const accepted = await post<AcceptedAlert>(`${toUrl(missionId)}/${id}/accept`, { test_id: testId });
  leave(queryClient, missionId, (alert) => alert.id === id);
  void readTestAnew(queryClient, missionId, testId).catch(() => undefined);
  return accepted;
}

/** With `rule`, the others of its rule leave, too. Returns the number of alerts decided. */
export async function refuseAlert(
  queryClient: QueryClient,
  missionId: string,
  { id }: ListedAlert,
  rule: boolean,
): Promise<number> {
  const { alerts } = await post<{ alerts: number }>(`${toUrl(missionId)}/${id}/not-ours`, { rule });
  leave(queryClient, missionId, (alert) => alert.id === id);
  if (rule) void renewAlerts(queryClient, missionId);
  return alerts;
}

export async function undoAlert(
  queryClient: QueryClient,
  missionId: string,
  { id }: ListedAlert,
): Promise<void> {
  const { test_id } = await post<AlertRecord>(`${toUrl(missionId)}/${id}/undo`);
  await renewAlerts(queryClient, missionId);
  if (test_id !== null) await readTestAnew(queryClient, missionId, test_id).catch(() => undefined);
}

const deliveriesKey = (missionId: string) => ['missions', 'alert-deliveries', missionId] as const;
const deliveriesUrl = (missionId: string) => `/api/v1/missions/${missionId}/alert-deliveries`;

/** The latest deliveries of alerts. */
export const alertDeliveries = (missionId: string) =>
  queryOptions({
    queryKey: deliveriesKey(missionId),
    queryFn: ({ signal }) => get<Paged<Delivery>>(deliveriesUrl(missionId), { limit: pageSize }, signal),
    staleTime: 0,
  });

/** Takes a delivery out again, with what accepting its alerts wrote. */
export async function undoDelivery(
  queryClient: QueryClient,
  missionId: string,
  received_at: string,
): Promise<UndoneDelivery> {
  const undone = await post<UndoneDelivery>(`${deliveriesUrl(missionId)}/undo`, { received_at });
  await queryClient.invalidateQueries({ queryKey: deliveriesKey(missionId) });
  await renewAlerts(queryClient, missionId);
  return undone;
}

/** Reads a file of alerts as it would be received. */
export const previewAlertFile = (
  missionId: string,
  file: File,
  choices: AlertChoices,
): Promise<AlertFilePreview> => sendForm(`${toUrl(missionId)}/files/preview`, file, choices);

/** Receives the alerts of a file. */
export async function sendAlertFile(
  queryClient: QueryClient,
  missionId: string,
  file: File,
  choices: AlertChoices,
): Promise<AlertFileAnswer> {
  const answer = await sendForm<AlertFileAnswer>(`${toUrl(missionId)}/files`, file, choices);
  await renewAlerts(queryClient, missionId);
  return answer;
}

function sendForm<T>(url: string, file: File, choices: AlertChoices): Promise<T> {
  const form = new FormData();
  form.set('choices', JSON.stringify(choices));
  form.set('file', file, file.name);
  return upload<T>(url, form, { onProgress: () => {}, signal: new AbortController().signal });
}
