import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { toFileName } from '../../domain/file-name.ts';
import { sendAttachment } from '../http/attachment.ts';
import { findLanguage } from '../http/language.ts';
import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Word templates for reports: people who read missions use them, people who change missions manage them. */
export function reportTemplateRoutes(templates: service.ReportTemplates): Route[] {
  const { db } = templates;
  return [
    route({
      method: 'GET',
      path: '/report-templates',
      summary: 'Word templates of reports, by name',
      access: 'mission.read',
      query: contract.reportTemplateListQuery,
      response: contract.reportTemplateList,
      handle: async ({ user, query }) => toPage(await service.listTemplates(db, user, query), query),
    }),
    route({
      method: 'POST',
      path: '/report-templates',
      summary:
        'Add a Word template: multipart with `file`, and optionally `name`. It is checked and tried first',
      access: 'mission.update',
      accepts: 'stream',
      response: contract.reportTemplateSchema,
      status: 201,
      handle: ({ request, admitAgain }) => service.addTemplate(templates, request, admitAgain),
    }),
    route({
      method: 'GET',
      path: '/report-templates/own',
      summary: 'The default Word template, in the language that the request prefers',
      access: 'mission.read',
      logs: { event: 'report_template_sent' },
      streams: 'The file as an attachment',
      handle: async ({ request, response }) =>
        send(request, response, await service.readOwnTemplate(findLanguage(request))),
    }),
    route({
      method: 'GET',
      path: '/report-templates/sample',
      summary: 'A Word template that uses every field, in the language that the request prefers',
      access: 'mission.read',
      logs: { event: 'report_template_sent' },
      streams: 'The file as an attachment',
      handle: async ({ request, response }) =>
        send(request, response, await service.readSampleTemplate(findLanguage(request))),
    }),
    route({
      method: 'GET',
      path: '/report-templates/:template_id',
      summary: 'A Word template',
      access: 'mission.read',
      response: contract.reportTemplateSchema,
      handle: ({ user, params }) => service.requireTemplate(db, user, params.template_id),
    }),
    route({
      method: 'PATCH',
      path: '/report-templates/:template_id',
      summary: "Rename a Word template of one's own; an administrator can rename any",
      access: 'mission.update',
      subject: ({ user, params }) => service.requireOwnTemplate(db, user, params.template_id),
      body: contract.reportTemplatePatch,
      response: contract.reportTemplateSchema,
      handle: ({ user, params, body }) => service.renameTemplate(templates, user, params.template_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/report-templates/:template_id',
      summary:
        "Delete a Word template of one's own; drafts that use it fall back to Damson's own. An administrator can delete any",
      access: 'mission.update',
      handle: ({ user, params }) => service.removeTemplate(templates, user, params.template_id),
    }),
    route({
      method: 'GET',
      path: '/report-templates/:template_id/file',
      summary: 'The file of a Word template',
      access: 'mission.read',
      logs: { event: 'report_template_sent', about: ({ params }) => ({ object: params.template_id }) },
      streams: 'The file as an attachment',
      handle: async ({ params, request, response }) =>
        send(request, response, await service.readFileOf(db, params.template_id)),
    }),
    route({
      method: 'PUT',
      path: '/report-templates/:template_id/file',
      summary:
        "Replace the file of a Word template of one's own: multipart with `file`. It is checked and tried first",
      access: 'mission.update',
      accepts: 'stream',
      subject: ({ user, params }) => service.requireOwnTemplate(db, user, params.template_id),
      response: contract.reportTemplateSchema,
      handle: ({ params, request, admitAgain }) =>
        service.replaceFile(templates, params.template_id, request, admitAgain),
    }),
  ];
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { name, sha256, bytes }: { name: string; sha256: string; bytes: Buffer },
): Promise<void> {
  const { length } = bytes;
  return sendAttachment(request, response, {
    record: {
      sha256,
      mime_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      file_name: toFileName(name, 'docx', 'Template'),
    },
    opened: {
      size: length,
      stream: ({ start, end } = { start: 0, end: length - 1 }) =>
        Readable.from([bytes.subarray(start, end + 1)]),
      close: async () => {},
    },
  });
}
