import { fileQuery } from '../../evidence/contract.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import { sendAttachment } from '../../http/attachment.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { Matches } from '../alerts/match-job.ts';
import { requireSightingsOf } from '../visibility.ts';
import * as contract from './contract.ts';
import { acceptSighting, refuseSighting, undoSighting } from './decisions.ts';
import * as files from './files.ts';
import { requireSighting, type SightingPlace } from './record.ts';
import * as service from './service.ts';

const write = 'mission.write_blue_fields';

/** Sightings of blue in a mission, their files, and the decision on each. */
export function sightingRoutes(evidence: EvidenceKeeping): Route[] {
  const { db } = evidence;
  const matches = new Matches('sightings');
  const requireIn = async (user: Principal, params: SightingPlace) => {
    await requireSightingsOf(db, user, params.mission_id);
    return requireSighting(db, params);
  };
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/sightings',
      summary: 'Sightings of blue, the latest first; red reads them once they are shown to it',
      access: 'mission.read',
      subject: ({ user, params }) => requireSightingsOf(db, user, params.mission_id),
      query: contract.sightingsQuery,
      response: contract.sightingList,
      handle: async ({ params, query }) =>
        toPage(await service.listSightings(evidence, params.mission_id, query), query),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/sightings',
      summary: 'Add a sighting',
      access: write,
      subject: ({ user, params }) => requireSightingsOf(db, user, params.mission_id),
      body: contract.newSightingBody,
      response: contract.sightingSchema,
      status: 201,
      version: (sighting) => sighting.updated_at,
      handle: ({ user, params, body }) => service.addSighting(evidence, user, params.mission_id, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/sightings/suggestions',
      summary: 'Undecided sightings with suggested tests and reasons, the best first',
      access: 'mission.read',
      subject: ({ user, params }) => requireSightingsOf(db, user, params.mission_id),
      query: contract.sightingSuggestionsQuery,
      response: contract.sightingSuggestions,
      handle: async ({ params, query }) =>
        toPage(await service.suggestTests(evidence, matches, params.mission_id, query), query),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/sightings/figures',
      summary: 'What blue noticed before it knew, how soon, and what it escalated',
      access: 'mission.read',
      subject: ({ user, params }) => requireSightingsOf(db, user, params.mission_id),
      response: contract.sightingFiguresAnswer,
      handle: ({ params }) => service.readSightingFigures(evidence, params.mission_id),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/sightings/:sighting_id',
      summary: 'A sighting',
      access: 'mission.read',
      subject: ({ user, params }) => requireIn(user, params),
      response: contract.sightingSchema,
      version: (sighting) => sighting.updated_at,
      handle: async ({ subject }) => subject,
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/sightings/:sighting_id',
      summary: 'Change a sighting',
      access: write,
      subject: ({ user, params }) => requireIn(user, params),
      body: contract.sightingPatchBody,
      response: contract.sightingSchema,
      version: (sighting) => sighting.updated_at,
      handle: ({ user, params, body, request }) =>
        service.changeSighting(evidence, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/sightings/:sighting_id',
      summary: 'Delete a sighting without a decision and without files',
      access: write,
      subject: ({ user, params }) => requireIn(user, params),
      handle: ({ user, params }) => service.removeSighting(evidence, user, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/sightings/:sighting_id/accept',
      summary: 'Match a sighting to a test: makes a detection of it, with its files',
      access: write,
      subject: ({ user, params }) => requireIn(user, params),
      body: contract.acceptSightingBody,
      response: contract.acceptedSighting,
      handle: ({ user, params, body }) => acceptSighting(evidence, user, params, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/sightings/:sighting_id/not-ours',
      summary: 'Say that a sighting has nothing to do with the exercise, and what it was',
      access: write,
      subject: ({ user, params }) => requireIn(user, params),
      body: contract.notOursSightingBody,
      response: contract.sightingSchema,
      handle: ({ user, params, body }) => refuseSighting(evidence, user, params, body.reason),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/sightings/:sighting_id/undo',
      summary: 'Take the decision on a sighting back',
      access: write,
      subject: ({ user, params }) => requireIn(user, params),
      response: contract.sightingSchema,
      handle: ({ user, params }) => undoSighting(evidence, user, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/sightings/:sighting_id/evidence',
      summary: 'Attach a file to a sighting: multipart with `file`, and optionally `caption`',
      access: write,
      accepts: 'stream',
      subject: async ({ user, params }) => {
        await requireIn(user, params);
        await files.refuseUpload(evidence, user, params);
      },
      response: contract.sightingFile,
      status: 201,
      handle: ({ user, params, request }) => files.addFile(evidence, user, params, request),
    }),
    route({
      method: 'GET',
      path: '/sightings/evidence/:file_id',
      logs: { event: 'evidence_sent', about: ({ params }) => ({ object: params.file_id }) },
      summary: 'The bytes of a file of a sighting, or a range of them',
      query: fileQuery,
      access: 'mission.read',
      streams: 'The file as an attachment',
      subject: ({ user, params }) => files.requireFile(db, user, params.file_id),
      handle: async ({ user, subject, query, request, response }) =>
        sendAttachment(
          request,
          response,
          await files.openDownload(evidence, user, subject, request.method === 'HEAD' ? null : query),
        ),
    }),
    route({
      method: 'DELETE',
      path: '/sightings/evidence/:file_id',
      logs: { event: 'evidence_deleted', about: ({ params }) => ({ object: params.file_id }) },
      summary: 'Delete a file of a sighting',
      access: write,
      subject: ({ user, params }) => files.requireFile(db, user, params.file_id),
      handle: ({ user, subject }) => files.dropFile(evidence, user, subject),
    }),
  ];
}
