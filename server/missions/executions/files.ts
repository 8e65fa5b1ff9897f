import { createHash } from 'node:crypto';
import type { StagedBlob } from '../../blobs/store.ts';
import { wholeCaption } from '../../cut-text.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { DomainError, invalid } from '../../errors.ts';
import { type EvidenceKeeping, inspectFile, judgeQuotas, recordEvidence } from '../../evidence/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { openTest } from '../doors.ts';
import { commitEvidence } from '../evidence/register.ts';
import { recordEvidenceChange } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { Execution } from './contract.ts';
import { isLong, type Planned, type Sent, toFile } from './rules.ts';
import * as store from './store.ts';

type Keeping = Pick<EvidenceKeeping, 'db' | 'now' | 'quotas' | 'register'>;

/** A file of an execution for the test that takes it. */
type NewFile = {
  test: string;
  fileName: string;
  mimeType: string;
  caption: string | null;
  isRecording: boolean;
};
export type StagedFile = NewFile & { blob: StagedBlob };
/** Staged files by the index of their execution. */
export type StagedFiles = Map<number, StagedFile[]>;

/** An execution with files belongs to another test than when they were staged, or to another run. */
export class Elsewhere extends Error {}

export const isFresh = ({ result }: Planned): boolean => result === 'recorded' || result === 'added';

/** Whether any of these executions has files. */
export function haveFiles(sent: readonly Sent[]): boolean {
  return sent.some(({ execution }) => isLong(execution) || (execution.recordings?.length ?? 0) > 0);
}

/** Refuses `invalid` a recording whose content is not what the ending of its name says. */
export function judgeRecordings(executions: readonly Execution[]): void {
  for (const [index, { recordings }] of executions.entries()) {
    const before = executions.length === 1 ? '' : `executions[${index}].`;
    for (const [place, { name, text }] of (recordings ?? []).entries()) {
      const { inspector } = inspectFile(name);
      try {
        inspector.push(Buffer.from(text));
        inspector.end();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        throw invalid(`${before}recordings.${place}.text`, 'must be what the ending of its name says');
      }
    }
  }
}

/**
 * Stages the files of executions: long outputs of new ones, and recordings, also of those that were sent before and are still the
 * current run of their test. What has no room in the quota of evidence is left out.
 */
export async function stageFiles(
  { db, register, quotas }: Keeping,
  user: Principal,
  missionId: string,
  sent: readonly Sent[],
  planned: readonly Planned[],
): Promise<StagedFiles> {
  const staged: StagedFiles = new Map();
  let size = 0;
  for (const [index, { execution }] of sent.entries()) {
    const became = planned[index] as Planned;
    for (const { bytes, ...file } of await listFiles(db, execution, became)) {
      const exercise = { kind: 'mission', id: missionId } as const;
      const isWithin = await inSnapshot(db, (trx) =>
        judgeQuotas(trx, quotas, user, exercise, size + bytes.length).then(
          () => true,
          (error: unknown) => {
            if (error instanceof DomainError && error.code === 'quota_exceeded') return false;
            throw error;
          },
        ),
      );
      if (!isWithin) continue;
      size += bytes.length;
      const writer = await register.stage(bytes.length, bytes.length);
      await writer.write(bytes);
      staged.set(index, [...(staged.get(index) ?? []), { ...file, blob: await writer.finish() }]);
    }
  }
  return staged;
}

async function listFiles(
  db: Db,
  execution: Execution,
  became: Planned,
): Promise<(NewFile & { bytes: Buffer })[]> {
  const { test_id: test } = became;
  if (test === null) return [];
  const recordings = listRecordings(execution).map((file) => ({
    ...file,
    test,
    caption: null,
    isRecording: true,
  }));
  if (!isFresh(became)) {
    if (recordings.length === 0) return [];
    const { isCurrent, has } = await inSnapshot(db, (trx) => readRun(trx, test, became.run));
    return isCurrent ? recordings.filter((file) => !has(file)) : [];
  }
  if (!isLong(execution)) return recordings;
  const bytes = toFile(execution.output as string);
  const output = { test, fileName: 'output.txt', mimeType: 'text/plain', caption: wholeCaption, bytes };
  return [{ ...output, isRecording: false }, ...recordings];
}

type RecordingFile = { fileName: string; mimeType: string; bytes: Buffer };

function listRecordings({ recordings }: Execution): RecordingFile[] {
  return (recordings ?? []).map(({ name, text }) => {
    const { fileName, mimeType } = inspectFile(name);
    return { fileName, mimeType, bytes: Buffer.from(text) };
  });
}

/** Whether a run is the current one of its test, and which files the test has. */
async function readRun(
  db: Db,
  testId: string,
  run: number,
): Promise<{ isCurrent: boolean; has: (file: RecordingFile) => boolean }> {
  const { current, files } = await store.readFiles(db, testId);
  return {
    isCurrent: current === run,
    has: ({ fileName, bytes }) =>
      files.some(({ sha256, file_name }) => file_name === fileName && sha256 === digestOf(bytes)),
  };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Stores the staged files, and runs `work` under their locks. */
export function keepFiles<T>(
  { register }: Keeping,
  missionId: string,
  staged: StagedFiles,
  work: () => Promise<T>,
): Promise<T> {
  const files = new Map(
    [...staged.values()].flat().map((file) => [`${file.test}/${file.blob.sha256}`, file]),
  );
  const all = [...files.values()];
  const keepFrom = (index: number): Promise<T> => {
    const file = all[index];
    if (file === undefined) return work();
    return register.keep(file.blob, `${missionId}/${file.test}`, () => keepFrom(index + 1));
  };
  return keepFrom(0);
}

/** Attaches a file to the current run of a test, as evidence of red. */
export async function attachFile(
  trx: Trx,
  user: Principal,
  test: OpenTest,
  { fileName, mimeType, caption, blob }: StagedFile,
  at: string,
): Promise<void> {
  const { sha256, size } = blob;
  const by = { id: newId(), side: 'red', by: user, at } as const;
  const received = { fileName, mimeType, caption, side: 'red', sha256, size } as const;
  const added = await commitEvidence(trx, test, received, by);
  const place = { mission_id: test.mission_id, test_id: test.id };
  const entry = { at, by: user, verb: 'created', object: 'evidence', id: added.id, place } as const;
  await recordEvidence(trx, entry, added);
}

/** Attaches recordings of an execution that was sent before; throws `Elsewhere` if its run has ended since. */
export async function attachLate(
  { trx, user, now }: { trx: Trx; user: Principal; now: Keeping['now'] },
  { missionId, became, files }: { missionId: string; became: Planned; files: readonly StagedFile[] },
): Promise<void> {
  const { test_id, run } = became;
  if (test_id === null || (await store.readFiles(trx, test_id)).current !== run) throw new Elsewhere();
  for (const file of files) {
    const test = await openTest(trx, user, { mission_id: missionId, test_id }, { isEvidence: true });
    const at = await recordEvidenceChange(trx, now, test, user, 1);
    await attachFile(trx, user, test, file, at);
  }
}

/** Adds to each execution how many of its recordings its test has. */
export async function countRecordings(
  db: Db,
  sent: readonly Sent[],
  planned: readonly Planned[],
): Promise<(Planned & { recordings: number })[]> {
  const counted = [];
  for (const [index, became] of planned.entries()) {
    const recordings = listRecordings((sent[index] as Sent).execution);
    const { test_id, run } = became;
    const has = recordings.length === 0 || test_id === null ? null : (await readRun(db, test_id, run)).has;
    counted.push({ ...became, recordings: has === null ? 0 : recordings.filter(has).length });
  }
  return counted;
}
