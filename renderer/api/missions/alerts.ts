import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AlertFileAnswer,
  AlertFileChoices,
  AlertFilePreview,
} from '../../../server/interchange/alerts/contract.ts';
import type {
  AcceptedAlert,
  AlertRecord,
  Delivery,
  ListedAlert,
  UndoneDelivery,
} from '../../../server/missions/alerts/contract.ts';
import { get, type Paged, post } from '../connection/http.ts';
import { upload } from '../connection/upload.ts';
import { readTestAnew } from './mission-tests.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/alerts`;
const listKey = (missionId: string) => ['missions', 'alerts', missionId] as const;

/** Alerts on a page; decided ones leave it. */
const pageSize = 100;

/** The alerts that wait, those with the best suggestions first. */
export const waitingAlerts = (missionId: string) =>
  queryOptions({
    queryKey: listKey(missionId),
    queryFn: ({ signal }) => get<Paged<ListedAlert>>(toUrl(missionId), { limit: pageSize }, signal),
  });

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

/** Takes decided alerts from the list at once, and reads the next ones when it is empty. */
function leave(
  queryClient: QueryClient,
  missionId: string,
  isDecided: (alert: ListedAlert) => boolean,
): void {
  const queryKey = listKey(missionId);
  queryClient.setQueryData<Paged<ListedAlert>>(queryKey, (known) => {
    if (known === undefined) return known;
    const items = known.items.filter((alert) => !isDecided(alert));
    return { ...known, items, total: known.total - (known.items.length - items.length) };
  });
  const left = queryClient.getQueryData<Paged<ListedAlert>>(queryKey);
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
  choices: AlertFileChoices,
): Promise<AlertFilePreview> => sendForm(`${toUrl(missionId)}/files/preview`, file, choices);

/** Receives the alerts of a file. */
export async function sendAlertFile(
  queryClient: QueryClient,
  missionId: string,
  file: File,
  choices: AlertFileChoices,
): Promise<AlertFileAnswer> {
  const answer = await sendForm<AlertFileAnswer>(`${toUrl(missionId)}/files`, file, choices);
  await renewAlerts(queryClient, missionId);
  return answer;
}

function sendForm<T>(url: string, file: File, choices: AlertFileChoices): Promise<T> {
  const form = new FormData();
  form.set('choices', JSON.stringify(choices));
  form.set('file', file, file.name);
  return upload<T>(url, form, { onProgress: () => {}, signal: new AbortController().signal });
}
