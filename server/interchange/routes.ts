import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { importers } from '../../domain/permissions.ts';
import { makeAttachmentHeader } from '../http/attachment.ts';
import { findLanguage } from '../http/language.ts';
import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import type { ExportCall, Interchange, MadeExport } from './service.ts';

/** Imports from other tools. */
export function importRoutes(interchange: Interchange): Route[] {
  return [
    route({
      method: 'GET',
      path: '/imports',
      summary: 'Imports of the caller, newest first; an administrator sees all',
      access: importers,
      query: contract.importListQuery,
      response: contract.importListSchema,
      handle: async ({ user, query }) => toPage(await interchange.list(user, query), query),
    }),
    route({
      method: 'POST',
      path: '/imports',
      summary:
        'Upload a file as `file` of a form, up to 200 MiB, and start reading it; nothing is imported yet',
      access: importers,
      accepts: 'stream',
      query: contract.newImportQuery,
      response: contract.importSchema,
      status: 202,
      handle: ({ user, request, query }) => interchange.begin(user, request, query.format ?? null),
    }),
    route({
      method: 'GET',
      path: '/imports/:import_id',
      summary: 'State of an import, and what it will do or has done',
      access: importers,
      response: contract.importSchema,
      handle: ({ user, params }) => interchange.read(user, params.import_id),
    }),
    route({
      method: 'PATCH',
      path: '/imports/:import_id',
      summary: 'Read the file again with another format or other choices',
      access: importers,
      subject: ({ user, params }) => interchange.read(user, params.import_id),
      body: contract.importPatchBody,
      response: contract.importSchema,
      status: 202,
      handle: ({ user, params, body }) => interchange.change(user, params.import_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/imports/:import_id',
      summary: 'Discard a file that was not applied',
      access: importers,
      subject: ({ user, params }) => interchange.read(user, params.import_id),
      handle: ({ user, params }) => interchange.forget(user, params.import_id),
    }),
    route({
      method: 'GET',
      path: '/imports/:import_id/rows',
      summary: 'Rows of the file in order, with the action for each',
      access: importers,
      subject: ({ user, params }) => interchange.read(user, params.import_id),
      query: contract.rowListQuery,
      response: contract.rowListSchema,
      handle: async ({ user, params, query, request }) =>
        toPage(await interchange.rows(user, params.import_id, query, findLanguage(request)), query),
    }),
    route({
      method: 'POST',
      path: '/imports/:import_id/apply',
      summary: 'Start importing what was read, all or nothing',
      access: importers,
      subject: ({ user, params }) => interchange.read(user, params.import_id),
      body: contract.applyBody,
      response: contract.importSchema,
      status: 202,
      handle: ({ user, params, body }) => interchange.apply(user, params.import_id, body.choices ?? {}),
    }),
    route({
      method: 'POST',
      path: '/imports/:import_id/undo',
      summary: 'Undo an import as long as nothing it created was changed',
      access: importers,
      subject: ({ user, params }) => interchange.read(user, params.import_id),
      response: contract.importSchema,
      handle: ({ user, params }) => interchange.undo(user, params.import_id),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/export',
      summary: 'A mission in the format of another tool: one file, or several in a zip',
      access: 'mission.read',
      takesTicket: true,
      subject: ({ user, params }) => interchange.exports.requireMission(user, params.mission_id),
      query: contract.missionExportQuery,
      streams: 'The file as an attachment',
      logs: { event: 'mission_exported', about: ({ params }) => ({ object: params.mission_id }) },
      handle: async ({ params, query, ...call }) =>
        sendExport(call, (caller) => interchange.exports.ofMission(caller, params.mission_id, query)),
    }),
    route({
      method: 'GET',
      path: '/test-templates/export',
      summary: 'Test templates in the format of another tool: one file, or several in a zip',
      access: 'test_template.read',
      takesTicket: true,
      query: contract.libraryExportQuery,
      streams: 'The file as an attachment',
      logs: { event: 'templates_exported' },
      handle: async ({ query, ...call }) =>
        sendExport(call, (caller) => interchange.exports.ofLibrary(caller, query)),
    }),
  ];
}

type Call = Omit<ExportCall, 'stop'> & { request: IncomingMessage; response: ServerResponse };

/**
 * Answers GET or HEAD with a complete export, unless the client disconnects; its head has the number of missing evidence files.
 * It must not be cached.
 */
async function sendExport(
  { user, admitAgain, request, response }: Call,
  make: (caller: ExportCall) => Promise<MadeExport>,
): Promise<void> {
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  try {
    const { fileName, type, size, leftOut, read, remove } = await make({
      user,
      admitAgain,
      stop: hungUp.signal,
    });
    try {
      response.writeHead(200, {
        'Content-Type': type,
        'Content-Length': size,
        'Content-Disposition': makeAttachmentHeader(fileName),
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Cache-Control': 'no-store',
        ...(leftOut.length > 0 && { 'Damson-Left-Out': leftOut.length }),
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(read(), response);
    } finally {
      await remove();
    }
  } catch (error) {
    // A client that disconnects is no failure of the server.
    if (!hungUp.signal.aborted && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      throw error;
    }
  }
}
