import type { Services } from '../database/services.ts';
import { type Route, route } from '../http/route.ts';
import { sendStream } from '../http/send.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import * as history from './service.ts';

const access = 'system.manage';

/** The history of everything: read, export, erase. Missions and engagements show their own. */
export function historyRoutes(parts: Services): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: '/audit',
      summary: 'History of every write, newest first',
      access,
      query: contract.auditQuery,
      response: contract.auditEntryList,
      handle: async ({ query }) => toPage(await history.listAudit(db, query), query),
    }),
    route({
      method: 'GET',
      path: '/audit/head',
      summary: 'The newest entry of the history, to store elsewhere',
      access,
      response: contract.headSchema,
      handle: async () => {
        const head = await history.readHead(db);
        return { ...head, anchor: history.toAnchor(head) };
      },
    }),
    route({
      method: 'GET',
      path: '/audit/export',
      logs: { event: 'history_exported' },
      summary: 'The whole history, oldest first, or the part after an entry',
      access,
      query: contract.exportQuery,
      streams: 'One entry per line, as JSON',
      handle: async ({ user, query, request, response }) => {
        const isSent = request.method !== 'HEAD';
        const lines = isSent ? history.exportHistory(parts, user, query.after) : [];
        await sendStream(response, 'application/jsonl', 'damson-history.jsonl', lines);
      },
    }),
    route({
      method: 'GET',
      path: '/audit/entries/:seq',
      summary: 'A history entry with the full texts it changed',
      access,
      response: contract.wholeEntrySchema,
      handle: ({ params }) => history.readEntry(db, Number(params.seq)),
    }),
    route({
      method: 'POST',
      path: '/audit/erasures',
      logs: { event: 'history_erased', about: ({ body }) => ({ seq: body.seq }) },
      summary: 'Erase the content of a history entry permanently; the chain stays intact',
      access,
      programs: 'never',
      body: contract.erasureBody,
      response: contract.sealedEntrySchema,
      handle: ({ user, body }) => history.eraseEntry(parts, user, body),
    }),
  ];
}
