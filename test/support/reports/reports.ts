import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultReportOptions, type ReportKind, type ReportOptions } from '../../../domain/reports.ts';
import { buildReportModel } from '../../../server/missions/reports/build.ts';
import { type ReportModel, reportModel } from '../../../server/reports/model.ts';
import { openStored, type TestServer } from '../servers/server.ts';

const at = '2026-11-21T10:00:00.000Z';

type Asked = { kind?: ReportKind; texts?: Record<string, string>; options?: Partial<ReportOptions> };

/** The model of a mission's report, following its schema. */
export async function modelOf(
  server: TestServer,
  missionId: string,
  { kind = 'technical', texts = {}, options = {} }: Asked = {},
): Promise<ReportModel> {
  const { db, close } = await openStored(server);
  const by = { id: server.admin.id, display_name: 'Ada Admin' };
  const written = { created_by: by, created_at: at, updated_by: by, updated_at: at, issued: null };
  const report = {
    id: '01900000-0000-7000-8000-0000000000aa',
    kind,
    title: 'Report',
    options: { ...defaultReportOptions, ...options },
    texts,
    ...written,
  };
  try {
    const model = await buildReportModel(db, {
      missionId,
      report,
      version: '0.0.0',
      at,
      openText: ({ test_id, sha256 }) =>
        readFile(path.join(server.filesOf('evidence'), missionId, test_id, sha256)),
    });
    return reportModel.parse(model);
  } finally {
    await close();
  }
}
