import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { defaultOptionsOf, type ReportFormat, type ReportKind } from '../../../../domain/reports.ts';
import type { BlobPlace } from '../../../blobs/place.ts';
import { isoTime } from '../../../database/clock.ts';
import { notFound } from '../../../errors.ts';
import { recordEvent } from '../../../history/service.ts';
import { newId } from '../../../ids.ts';
import type { Printed, ReportPrinter } from '../../../reports/renderer.ts';
import { english } from '../../../words.ts';
import type { Report } from '../contract.ts';
import { findReport } from '../find.ts';
import { makeFormat } from '../renderings/job.ts';
import type { Reports } from '../renderings/service.ts';
import { findSource } from '../renderings/source.ts';
import * as store from '../store.ts';

/** Request of the command: a new report of a kind, or an issued one. */
export type AskedReport = { format: ReportFormat } & (
  | { kind: ReportKind /** For Word, after validation; null for Damson's own. */; template: Buffer | null }
  | { issued: string }
);

type Export = Pick<Reports, 'db' | 'now' | 'register' | 'source'> & {
  evidence: BlobPlace;
  printPdf: ReportPrinter;
  progress: (share: number) => void;
};

/**
 * Makes a report of a mission at an unused path, for the operator, and records that; returns what its reader has to know. Refuses `not_found` an issued report that is
 * not in the mission, what making it refuses, and `evidence_corrupt` a damaged stored file.
 */
export async function exportReport(
  { db, now, register, source, evidence, printPdf, progress }: Export,
  mission: { id: string; name: string },
  asked: AskedReport,
  place: string,
): Promise<Printed> {
  const { format } = asked;
  const at = isoTime(now());
  const report =
    'issued' in asked
      ? await findReport(db, { mission_id: mission.id, report_id: asked.issued })
      : makeDraft(mission, asked.kind, at);
  if ('issued' in asked && report.status !== 'issued') throw notFound('Issued report');
  let printed: Printed = { missingGlyphs: 0 };
  const kept = report.status === 'issued' ? await store.findFileOf(db, report.id, format) : null;
  if (kept !== null) {
    const opened = await register.open(kept);
    try {
      await pipeline(opened.stream(), createWriteStream(place, { flags: 'wx', mode: 0o600 }));
    } finally {
      await opened.close();
    }
  } else {
    const from = await findSource({ db, now, source }, report);
    const stop = new AbortController().signal;
    const template = 'template' in asked ? asked.template : null;
    printed = await makeFormat({ from, evidence, previewKey: null, template }, format, place, printPdf, {
      stop,
      progress,
    });
  }
  const id = report.status === 'issued' ? report.id : null;
  const after = { kind: report.kind, format };
  const where = { mission_id: mission.id };
  await recordEvent(db, { at, by: 'command', verb: 'exported', object: 'report', id, place: where, after });
  return printed;
}

/** A draft without an author. */
function makeDraft({ id, name }: { id: string; name: string }, kind: ReportKind, at: string): Report {
  return {
    id: newId(),
    mission_id: id,
    kind,
    title: english.t('report_sections.draft', {
      kind: english.t(`report_sections.kind.${kind}`),
      mission: name,
    }),
    status: 'draft',
    options: defaultOptionsOf(kind),
    template: null,
    texts: {},
    created_by: null,
    created_at: at,
    updated_by: null,
    updated_at: at,
    issued: null,
    files: [],
  };
}
