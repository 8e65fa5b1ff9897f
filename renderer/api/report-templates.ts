import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { mostReportTemplates } from '../../domain/limits.ts';
import type { ReportTemplate } from '../../server/report-templates/contract.ts';
import { get, getBytes, type Paged, patch, remove } from './connection/http.ts';
import { upload } from './connection/upload.ts';

const base = '/api/v1/report-templates';
const listKey = ['report-templates'] as const;

/** All Word templates, by name. */
export const reportTemplates = queryOptions({
  queryKey: listKey,
  queryFn: async ({ signal }) =>
    (await get<Paged<ReportTemplate>>(base, { limit: mostReportTemplates }, signal)).items,
});

/** Reports show their template. */
async function renew(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['reports'] });
  await queryClient.invalidateQueries({ queryKey: listKey });
}

/** Target of an uploaded file: an existing template, or null for a new one named after the file. */
export type Destination = Pick<ReportTemplate, 'id'> | null;

/** Uploads a template, reporting progress. Refused as `invalid` with all its faults. */
export async function uploadReportTemplate(
  queryClient: QueryClient,
  file: File,
  into: Destination,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<ReportTemplate> {
  const form = new FormData();
  form.set('file', file, file.name);
  const saved = await upload<ReportTemplate>(into === null ? base : `${base}/${into.id}/file`, form, {
    method: into === null ? 'POST' : 'PUT',
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    signal,
  });
  await renew(queryClient);
  return saved;
}

export async function renameReportTemplate(
  queryClient: QueryClient,
  { id }: Pick<ReportTemplate, 'id'>,
  name: string,
): Promise<void> {
  await patch<ReportTemplate>(`${base}/${id}`, { name });
  await renew(queryClient);
}

export async function deleteReportTemplate(
  queryClient: QueryClient,
  { id }: Pick<ReportTemplate, 'id'>,
): Promise<void> {
  await remove(`${base}/${id}`);
  await renew(queryClient);
}

/** The file of a template, of Damson's own, or of the sample with every field. */
export const readReportTemplate = (template: Pick<ReportTemplate, 'id'> | 'own' | 'sample'): Promise<Blob> =>
  getBytes(typeof template === 'string' ? `${base}/${template}` : `${base}/${template.id}/file`);
