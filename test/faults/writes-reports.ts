import { paragraphs, templateForm, templateOf } from '../support/reports/report-templates.ts';
import { gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';

async function newReport(
  worker: Worker,
  missionPath: string,
): Promise<{ id: string; path: string; title: string }> {
  const title = worker.name();
  const reports = `${missionPath}/reports`;
  const { id } = await worker.make(reports, { kind: 'executive', title }, (made) => [
    showing(`report ${made.id}`, `${reports}/${made.id}`, { title, status: 'draft' }),
  ]);
  return { id, path: `${reports}/${id}`, title };
}

/** Removes a report, because a mission has a limited number of them. */
function removeReport(worker: Worker, { id, path }: { id: string; path: string }) {
  return worker.change('DELETE', path, undefined, [gone(`report ${id}`, path)], 204);
}

const templates = '/api/v1/report-templates';

async function newTemplate(worker: Worker): Promise<{ id: string; path: string; about: string }> {
  const name = worker.name();
  const { id } = await worker.make(
    templates,
    templateForm(templateOf(paragraphs('{title}')), { name }),
    (made) => [showing(`report template ${made.id}`, `${templates}/${made.id}`, { name })],
  );
  return { id, path: `${templates}/${id}`, about: `report template ${id}` };
}

/** Removes a template, because their number is limited. */
function removeTemplate(worker: Worker, { path, about }: { path: string; about: string }) {
  return worker.change('DELETE', path, undefined, [gone(about, path)], 204);
}

/** The writes to reports of missions, and to their templates. */
export const reportWrites: readonly Write[] = [
  {
    route: 'POST /missions/:mission_id/reports',
    run: async (worker) => removeReport(worker, await newReport(worker, worker.lane.place.missionPath)),
  },
  {
    route: 'PATCH /missions/:mission_id/reports/:report_id',
    async run(worker) {
      const report = await newReport(worker, worker.lane.place.missionPath);
      const body = { texts: { summary: worker.name() } };
      await worker.change('PATCH', report.path, body, [showing(`report ${report.id}`, report.path, body)]);
      return removeReport(worker, report);
    },
  },
  {
    route: 'DELETE /missions/:mission_id/reports/:report_id',
    run: async (worker) => removeReport(worker, await newReport(worker, worker.lane.place.missionPath)),
  },
  {
    route: 'POST /missions/:mission_id/reports/:report_id/issue',
    async run(worker) {
      const name = worker.name();
      const { id: mission } = await worker.make('/api/v1/missions', { name }, (made) => [
        showing(`mission ${made.id}`, `/api/v1/missions/${made.id}`, { name }),
      ]);
      const { id, path, title } = await newReport(worker, `/api/v1/missions/${mission}`);
      const issued = [showing(`report ${id}`, path, { title, status: 'issued' })];
      return worker.change('POST', `${path}/issue`, undefined, issued);
    },
  },
  {
    route: 'POST /report-templates',
    run: async (worker) => removeTemplate(worker, await newTemplate(worker)),
  },
  {
    route: 'PATCH /report-templates/:template_id',
    async run(worker) {
      const template = await newTemplate(worker);
      const body = { name: worker.name() };
      const { path, about } = template;
      await worker.change('PATCH', path, body, [showing(about, path, body)]);
      return removeTemplate(worker, template);
    },
  },
  {
    route: 'PUT /report-templates/:template_id/file',
    async run(worker) {
      const template = await newTemplate(worker);
      const { id, path, about } = template;
      const form = templateForm(templateOf(paragraphs('{kind}')));
      await worker.change('PUT', `${path}/file`, form, [showing(about, path, { id })]);
      return removeTemplate(worker, template);
    },
  },
  {
    route: 'DELETE /report-templates/:template_id',
    run: async (worker) => removeTemplate(worker, await newTemplate(worker)),
  },
];
