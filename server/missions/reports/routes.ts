import { type ReportFormat, reportFormats } from '../../../domain/reports.ts';
import { invalid, notFound } from '../../errors.ts';
import { sendAttachment } from '../../http/attachment.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import { requireVisibleMission } from '../visibility.ts';
import * as contract from './contract.ts';
import * as drafts from './drafts/service.ts';
import { requireReport } from './find.ts';
import * as issuing from './issuing/service.ts';
import { readOutline } from './outline/service.ts';
import * as renderings from './renderings/service.ts';

/** Reports of missions: drafts and issued ones. */
export function missionReportRoutes(reports: renderings.Reports): Route[] {
  const { db } = reports;
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/reports',
      summary: 'Reports of a mission, newest first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.reportListQuery,
      response: contract.reportList,
      handle: async ({ params, query }) =>
        toPage(await drafts.listReports(db, params.mission_id, query), query),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/reports',
      summary: 'Create a draft of a report',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.newReportBody,
      response: contract.reportSchema,
      status: 201,
      version: (report) => report.updated_at,
      handle: ({ user, params, body }) => drafts.addReport(reports, user, params.mission_id, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/reports/:report_id',
      summary: 'A report',
      access: 'mission.read',
      response: contract.reportSchema,
      version: (report) => report.updated_at,
      handle: ({ user, params }) => requireReport(db, user, params),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/reports/:report_id',
      summary: 'Change a draft',
      access: 'mission.update',
      subject: ({ user, params }) => requireReport(db, user, params),
      body: contract.reportPatchBody,
      response: contract.reportSchema,
      version: (report) => report.updated_at,
      handle: ({ user, params, body, request }) =>
        drafts.changeReport(reports, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/reports/:report_id',
      summary: 'Delete a draft',
      access: 'mission.update',
      handle: ({ user, params }) => drafts.removeReport(reports, user, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/reports/:report_id/issue',
      summary: 'Issue a draft: its content is frozen',
      access: 'mission.update',
      logs: { event: 'report_issued', about: ({ params }) => ({ object: params.report_id }) },
      subject: ({ user, params }) => requireReport(db, user, params),
      response: contract.reportSchema,
      version: (report) => report.updated_at,
      handle: ({ user, params, request, admitAgain }) =>
        issuing.issueReport(reports, user, params, request.headers['if-match'], admitAgain),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/reports/:report_id/outline',
      summary: 'What the record gives a draft: drafted texts, and the content that a regulation asks for',
      access: 'mission.read',
      response: contract.outlineSchema,
      handle: ({ user, params }) => readOutline(reports, user, params),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/reports/:report_id/verification',
      summary: 'Verify that the files and the history of an issued report are unchanged',
      access: 'mission.read',
      response: contract.verificationSchema,
      handle: ({ user, params }) => issuing.verifyReport(reports, user, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/reports/:report_id/renderings',
      summary: 'Create a report in a format',
      access: 'mission.read',
      subject: ({ user, params }) => requireReport(db, user, params),
      body: contract.newRenderingBody,
      response: contract.renderingSchema,
      status: 202,
      handle: ({ user, params, body }) => renderings.requestRendering(reports, user, params, body.format),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/reports/:report_id/renderings/:format',
      summary: 'A report in a format',
      access: 'mission.read',
      takesTicket: true,
      logs: {
        event: 'report_sent',
        about: ({ params }) => ({ object: params.report_id }),
      },
      subject: ({ user, params }) => requireReport(db, user, params),
      query: contract.renderingQuery,
      streams: 'The file, or 202 with its progress (as POST answers) while it is being created',
      handle: async ({ user, params, query, request, response }) => {
        const format = requireFormat(params.format);
        const inline = query.inline === 'true';
        if (inline && format !== 'html') throw invalid('inline', 'is only for html');
        const isDownload = !inline && request.method !== 'HEAD';
        const found = await renderings.openRendering(reports, user, params, format, isDownload);
        if ('rendering' in found) {
          const answer = contract.renderingSchema.parse(found.rendering);
          const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '1' };
          response.writeHead(202, headers).end(JSON.stringify(answer));
          return;
        }
        const { missingGlyphs, ...file } = found;
        if (missingGlyphs > 0) response.setHeader('Damson-Missing-Glyphs', missingGlyphs);
        await sendAttachment(request, response, { ...file, inline, policy: makePolicy(inline) });
      },
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/reports/:report_id/renderings/:format',
      summary: 'Stop creating a report in a format',
      access: 'mission.read',
      subject: ({ user, params }) => requireReport(db, user, params),
      handle: ({ user, params }) =>
        renderings.cancelRendering(reports, user, params, requireFormat(params.format)),
    }),
  ];
}

function requireFormat(word: string): ReportFormat {
  const format = reportFormats.find((name) => name === word);
  if (format === undefined) throw notFound('Format');
  return format;
}

/** A report contains its styles and pictures and runs nothing; only our own page may frame it. */
function makePolicy(inline: boolean): string {
  const framing = inline ? "frame-ancestors 'self'" : "frame-ancestors 'none'";
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; ${framing}; sandbox`;
}
