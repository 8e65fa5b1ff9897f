import { evidencePatch, fileQuery } from '../../evidence/contract.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import { sendAttachment } from '../../http/attachment.ts';
import { type Route, route } from '../../http/route.ts';
import { simulationEvidenceRecord } from './contract.ts';
import * as service from './service.ts';

/** Evidence of simulations: add, read the bytes or the record, caption, delete. */
export function simulationEvidenceRoutes(evidence: EvidenceKeeping): Route[] {
  const { db } = evidence;
  return [
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/evidence',
      summary: 'Attach a file: multipart with `file`, and optionally `caption` and `side` (red or soc)',
      access: 'user',
      programs: 'side',
      accepts: 'stream',
      subject: ({ user, params }) => service.openForUpload(evidence, user, params.simulation_id),
      response: simulationEvidenceRecord,
      status: 201,
      handle: ({ user, subject, request }) => service.addEvidence(evidence, user, subject, request),
    }),
    route({
      method: 'GET',
      path: '/simulations/evidence/:evidence_id',
      logs: { event: 'evidence_sent', about: ({ params }) => ({ object: params.evidence_id }) },
      summary: 'The bytes of a file, or a range of them',
      query: fileQuery,
      access: 'user',
      programs: ['mission.read'],
      streams: 'The file as an attachment',
      subject: ({ user, params }) => service.requireEvidence(db, user, params.evidence_id),
      handle: async ({ user, subject, query, request, response }) =>
        sendAttachment(
          request,
          response,
          await service.openDownload(evidence, user, subject, request.method === 'HEAD' ? null : query),
        ),
    }),
    route({
      method: 'GET',
      path: '/simulations/evidence/:evidence_id/record',
      summary: 'The record of a file',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => service.requireEvidence(db, user, params.evidence_id),
      response: simulationEvidenceRecord,
      handle: async ({ subject }) => subject,
    }),
    route({
      method: 'PATCH',
      path: '/simulations/evidence/:evidence_id/record',
      summary: 'Change the caption of a file',
      access: 'user',
      programs: 'side',
      subject: ({ user, params }) => service.requireEvidence(db, user, params.evidence_id),
      body: evidencePatch,
      response: simulationEvidenceRecord,
      handle: ({ user, subject, body }) => service.changeEvidence(evidence, user, subject, body),
    }),
    route({
      method: 'DELETE',
      path: '/simulations/evidence/:evidence_id',
      logs: { event: 'evidence_deleted', about: ({ params }) => ({ object: params.evidence_id }) },
      summary: 'Delete a file',
      access: 'user',
      programs: 'side',
      subject: ({ user, params }) => service.requireEvidence(db, user, params.evidence_id),
      handle: ({ user, subject }) => service.dropEvidence(evidence, user, subject),
    }),
  ];
}
