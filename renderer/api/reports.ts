import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ReportFormat } from '../../domain/reports.ts';
import type {
  NewReport,
  Rendering,
  Report,
  ReportOutline,
  ReportPatch,
  ReportSummary,
  ReportVerification,
} from '../../server/missions/reports/contract.ts';
import { t } from '../words.ts';
import { get, getOnceMade, type Paged, post, remove, send } from './connection/http.ts';
import { readAnew, takeOver } from './connection/take-over.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/reports`;
const toRenderingUrl = (ref: ReportRef, format: ReportFormat) => `${toReportUrl(ref)}/renderings/${format}`;
/** A report's id with its mission's. */
export type ReportRef = Pick<Report, 'id' | 'mission_id'>;
const toReportUrl = ({ id, mission_id }: ReportRef) => `${toUrl(mission_id)}/${id}`;

const listKey = (missionId: string) => ['reports', 'of', missionId] as const;
const reportKey = (reportId: string) => ['reports', 'one', reportId] as const;

/** Maximum number of reports in a mission. */
const most = 200;

/** The reports of a mission, newest first. */
export const missionReports = (missionId: string) =>
  queryOptions({
    queryKey: listKey(missionId),
    queryFn: async ({ signal }) =>
      (await get<Paged<ReportSummary>>(toUrl(missionId), { limit: most }, signal)).items,
  });

export const report = (ref: ReportRef) =>
  queryOptions({
    queryKey: reportKey(ref.id),
    queryFn: ({ signal }) => get<Report>(toReportUrl(ref), undefined, signal),
  });

/** Drafted texts and required items of a draft in this version. */
export const reportOutline = (ref: ReportRef & Pick<Report, 'updated_at' | 'status'>) =>
  queryOptions({
    queryKey: ['reports', 'outline', ref.id, ref.updated_at],
    queryFn: ({ signal }) => get<ReportOutline>(`${toReportUrl(ref)}/outline`, undefined, signal),
    // An issued report has none.
    enabled: ref.status === 'draft',
    placeholderData: keepPreviousData,
  });

export const readReport = (ref: ReportRef): Promise<Report> => get(toReportUrl(ref));

/** The cached report, if there is one. */
export const getKnownReport = (queryClient: QueryClient, reportId: string): Report | undefined =>
  queryClient.getQueryData(reportKey(reportId));

export const readReportAnew = (queryClient: QueryClient, ref: ReportRef): Promise<Report> =>
  readAnew(queryClient, report(ref));

export function renewReport(queryClient: QueryClient, { id, mission_id }: ReportRef): void {
  void queryClient.invalidateQueries({ queryKey: reportKey(id) });
  renewList(queryClient, mission_id);
}

/** Call after a write of reports of a mission. */
export function renewReports(queryClient: QueryClient, missionId: string): void {
  renewList(queryClient, missionId);
  const isOfMission = (data: unknown) => (data as Report | undefined)?.mission_id === missionId;
  void queryClient.invalidateQueries({
    queryKey: ['reports', 'one'],
    predicate: ({ state }) => isOfMission(state.data),
  });
}

function renewList(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: listKey(missionId) });
}

async function takeOverReport(queryClient: QueryClient, answer: Report): Promise<Report> {
  renewList(queryClient, answer.mission_id);
  return takeOver(queryClient, reportKey(answer.id), answer);
}

export type NewDraft = Pick<NewReport, 'kind' | 'title'> & Partial<Pick<NewReport, 'options' | 'texts'>>;

export const createReport = async (
  queryClient: QueryClient,
  missionId: string,
  input: NewDraft,
): Promise<Report> => takeOverReport(queryClient, await post(toUrl(missionId), input));

/** Refused as `stale` if the draft's version differs from the given one, and as `report_issued` once it was issued. */
export async function writeReport(
  queryClient: QueryClient,
  ref: ReportRef,
  change: ReportPatch,
  version: string,
): Promise<Report> {
  const { data } = await send<Report>('PATCH', toReportUrl(ref), {
    body: change,
    headers: { 'If-Match': `"${version}"` },
  });
  await takeOverReport(queryClient, data);
  return data;
}

/** `leave` leaves the report's page, which would otherwise request it again. */
export async function deleteReport(
  queryClient: QueryClient,
  ref: ReportRef,
  leave: () => unknown = () => undefined,
): Promise<void> {
  await remove(toReportUrl(ref));
  await leave();
  queryClient.removeQueries({ queryKey: reportKey(ref.id) });
  renewList(queryClient, ref.mission_id);
}

/** Refused as `stale` when someone has changed the draft since this version. */
export async function issueReport(queryClient: QueryClient, ref: ReportRef, version: string): Promise<void> {
  try {
    const { data } = await send<Report>('POST', `${toReportUrl(ref)}/issue`, {
      headers: { 'If-Match': `"${version}"` },
    });
    await takeOverReport(queryClient, data);
  } catch (error) {
    // Someone else may have issued, changed or deleted it.
    renewReport(queryClient, ref);
    throw error;
  }
}

export const reportVerification = (ref: ReportRef) =>
  queryOptions({
    queryKey: ['reports', 'verification', ref.id],
    queryFn: ({ signal }) => get<ReportVerification>(`${toReportUrl(ref)}/verification`, undefined, signal),
    // A verification always concerns the current state.
    staleTime: 0,
    gcTime: 0,
  });

const askAgainMs = 400;

/** A report, and how many of its characters no typeface of the server has. */
type MadeReport = { file: Blob; missingGlyphs: number };

type Making = { signal: AbortSignal; onProgress: (share: number) => void };

/**
 * Requests a report in a format and returns the file, reporting progress. Aborting cancels it. Refuses with the server's message,
 * such as `no_browser` without a browser for PDFs.
 */
export async function makeReportFile(
  ref: ReportRef,
  format: ReportFormat,
  making: Making,
): Promise<MadeReport> {
  try {
    return await make(ref, format, '', making);
  } catch (error) {
    if (making.signal.aborted) void remove(toRenderingUrl(ref, format)).catch(() => {});
    throw error;
  }
}

/** Requests the HTML of a report for display, not as a download. */
export const makeReportPreview = async (ref: ReportRef, making: Making): Promise<string> =>
  (await make(ref, 'html', '?inline=true', making)).file.text();

async function make(
  ref: ReportRef,
  format: ReportFormat,
  query: string,
  { signal, onProgress }: Making,
): Promise<MadeReport> {
  await post<Rendering>(`${toReportUrl(ref)}/renderings`, { format });
  for (;;) {
    signal.throwIfAborted();
    const answer = await getOnceMade<Rendering>(toRenderingUrl(ref, format) + query, signal);
    if ('file' in answer) {
      return { file: answer.file, missingGlyphs: Number(answer.headers.get('damson-missing-glyphs') ?? 0) };
    }
    onProgress(answer.progress.progress);
    await pause(askAgainMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException(t('app.cancelled'), 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
