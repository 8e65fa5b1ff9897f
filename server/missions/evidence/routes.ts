import { evidencePatch, evidenceUsage, fileQuery } from '../../evidence/contract.ts';
import { type EvidenceKeeping, readUsage } from '../../evidence/service.ts';
import { sendAttachment } from '../../http/attachment.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import { requireVisibleMission } from '../visibility.ts';
import { evidenceRecord, pictureList, picturesQuery } from './contract.ts';
import * as service from './service.ts';

const writes = ['mission.write_red_fields', 'mission.write_blue_fields'] as const;

/** Evidence of a mission's tests: add, read the bytes or the record, caption, delete. */
export function missionEvidenceRoutes(evidence: EvidenceKeeping): Route[] {
  const { db } = evidence;
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/tests/:test_id/evidence',
      summary: 'Attach a file: multipart with `file`, and optionally `caption` and `side`',
      access: writes,
      accepts: 'stream',
      subject: ({ user, params }) => service.refuseUpload(evidence, user, params),
      response: evidenceRecord,
      status: 201,
      handle: ({ user, params, request }) => service.addEvidence(evidence, user, params, request),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/pictures',
      summary: 'Evidence of tests that texts of the mission may show: pictures, the latest first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: picturesQuery,
      response: pictureList,
      handle: async ({ params, query }) =>
        toPage(await service.listPictures(db, params.mission_id, query), query),
    }),
    route({
      method: 'GET',
      path: '/evidence/usage',
      summary: 'Missions, engagements and people with the most evidence in bytes, and the limits',
      access: 'system.manage',
      response: evidenceUsage,
      handle: () => readUsage(evidence),
    }),
    route({
      method: 'GET',
      path: '/evidence/:evidence_id',
      logs: { event: 'evidence_sent', about: ({ params }) => ({ object: params.evidence_id }) },
      summary: 'The bytes of a file, or a range of them',
      query: fileQuery,
      access: 'mission.read',
      streams: 'The file as an attachment',
      subject: ({ user, params }) => service.requireVisibleEvidence(db, user, params.evidence_id),
      handle: async ({ user, subject, query, request, response }) =>
        sendAttachment(
          request,
          response,
          await service.openDownload(evidence, user, subject, request.method === 'HEAD' ? null : query),
        ),
    }),
    route({
      method: 'GET',
      path: '/evidence/:evidence_id/record',
      summary: 'The record of a file',
      access: 'mission.read',
      subject: ({ user, params }) => service.requireVisibleEvidence(db, user, params.evidence_id),
      response: evidenceRecord,
      handle: async ({ subject }) => subject,
    }),
    route({
      method: 'PATCH',
      path: '/evidence/:evidence_id/record',
      summary: 'Change the caption of a file',
      access: writes,
      subject: ({ user, params }) => service.requireVisibleEvidence(db, user, params.evidence_id),
      body: evidencePatch,
      response: evidenceRecord,
      handle: ({ user, subject, body }) => service.changeEvidence(evidence, user, subject, body),
    }),
    route({
      method: 'DELETE',
      path: '/evidence/:evidence_id',
      logs: { event: 'evidence_deleted', about: ({ params }) => ({ object: params.evidence_id }) },
      summary: 'Delete a file',
      access: writes,
      subject: ({ user, params }) => service.requireVisibleEvidence(db, user, params.evidence_id),
      handle: ({ user, subject }) => service.dropEvidence(evidence, user, subject),
    }),
  ];
}
