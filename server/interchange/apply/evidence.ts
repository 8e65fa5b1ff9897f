import { rm } from 'node:fs/promises';
import { largestEvidence } from '../../../domain/limits.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import type { StagedBlob } from '../../blobs/store.ts';
import { DomainError } from '../../errors.ts';
import { inspectFile } from '../../evidence/service.ts';
import { newId } from '../../ids.ts';
import type { KeptEvidence } from '../../missions/imports/service.ts';
import type { ImportChoices } from '../contract.ts';
import type { PlannedEvidence } from '../plan.ts';
import { listLeftOut } from '../rules.ts';
import { openSource, type Staged, type StoredMember } from '../staging/source.ts';
import { type ReadRow, readPlan } from '../thread/plan-file.ts';
import type { Judged } from './judge.ts';

/** A file that came along, once it lies in the register, or why it doesn't. */
export type Received = KeptEvidence | { refused: string; file_name: string };

/** What is decided before the transaction: the ids of what will be made, since files lie in folders by them, and the files. */
export type Prepared = {
  /** Of missions and tests, by the number of their row. */
  ids: ReadonlyMap<number, string>;
  /** By the number of the row and what the file is called in the archive. */
  evidence: ReadonlyMap<string, Received>;
  /** Bytes of evidence of each mission. */
  bytes: ReadonlyMap<string, number>;
};

export const evidenceKey = (number: number, { member, side }: PlannedEvidence): string =>
  `${number} ${side} ${member}`;

type Plan = {
  place: string;
  rows: readonly ReadRow[];
  judged: readonly Judged[];
  choices: ImportChoices;
};

type File = { blob: StagedBlob; folder: string };

/**
 * Stages the evidence of everything that is new or changed and wanted, puts it in its place, and runs `work` before anybody else can touch it. If
 * that fails, nothing is kept; what a crash leaves goes with the next start. Returns what `work` returns.
 */
export async function withEvidence<T>(
  register: BlobRegister,
  staged: Staged,
  plan: Plan,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const ids = new Map(plan.rows.map(({ number }) => [number, newId()]));
  const files = new Map<string, File>();
  const evidence = new Map<string, Received>();
  const bytes = new Map<string, number>();
  try {
    await stageAll(register, staged, plan, { ids, files, evidence, bytes });
    const all = [...files.values()];
    const keepFrom = (index: number): Promise<T> => {
      const file = all[index];
      if (file === undefined) return work({ ids, evidence, bytes });
      return register.keep(file.blob, file.folder, () => keepFrom(index + 1));
    };
    return await keepFrom(0);
  } finally {
    for (const { blob } of files.values()) await rm(blob.place, { force: true });
  }
}

async function stageAll(
  register: BlobRegister,
  staged: Staged,
  { place, rows, judged, choices }: Plan,
  into: {
    ids: ReadonlyMap<number, string>;
    files: Map<string, File>;
    evidence: Map<string, Received>;
    bytes: Map<string, number>;
  },
): Promise<void> {
  const leftOut = listLeftOut(rows, choices);
  let members: ReadonlyMap<string, StoredMember> | null = null;
  let source: Awaited<ReturnType<typeof openSource>> | null = null;
  try {
    for (const { number, what, item } of readPlan(place)) {
      if (what !== 'test' || leftOut.has(number)) continue;
      const verdict = judged[number - 1];
      if (verdict === undefined || verdict.action === 'same' || verdict.action === 'refused') continue;
      const mission = rows[number - 1]?.mission ?? 0;
      const missionId = judged[mission - 1]?.source?.object_id ?? (into.ids.get(mission) as string);
      const testId = verdict.source?.object_id ?? (into.ids.get(number) as string);
      for (const planned of [item.run, ...item.closed_runs].flatMap((run) => run.evidence)) {
        source ??= await openSource(staged);
        members ??= new Map(source.members.map((member) => [member.name, member]));
        const received = await stageOne(register, members.get(planned.member), planned);
        into.evidence.set(evidenceKey(number, planned), 'blob' in received ? received.kept : received);
        if (!('blob' in received)) continue;
        const { blob } = received;
        const folder = `${missionId}/${testId}`;
        const key = `${folder}/${blob.sha256}`;
        if (into.files.has(key)) await rm(blob.place, { force: true });
        else into.files.set(key, { blob, folder });
        into.bytes.set(missionId, (into.bytes.get(missionId) ?? 0) + blob.size);
      }
    }
  } finally {
    await source?.close();
  }
}

async function stageOne(
  register: BlobRegister,
  member: StoredMember | undefined,
  planned: PlannedEvidence,
): Promise<{ blob: StagedBlob; kept: KeptEvidence } | { refused: string; file_name: string }> {
  const { file_name, side, caption } = planned;
  if (member === undefined) return { refused: 'it is not in the archive', file_name };
  if (member.size > largestEvidence)
    return { refused: `it has more than ${largestEvidence} bytes`, file_name };
  if (member.size === 0) return { refused: 'it is empty', file_name };
  let writer: Awaited<ReturnType<BlobRegister['stage']>> | null = null;
  try {
    const { fileName, mimeType, inspector } = inspectFile(file_name);
    writer = await register.stage(largestEvidence, member.size);
    for await (const chunk of await member.stream()) {
      inspector.push(chunk as Buffer);
      // The writer takes the memory over, which may be a part of the archive's.
      await writer.write(Buffer.from(chunk as Buffer));
    }
    inspector.end();
    const blob = await writer.finish();
    const { sha256, size } = blob;
    return { blob, kept: { side, file_name: fileName, mime_type: mimeType, size, sha256, caption } };
  } catch (error) {
    await writer?.discard();
    if (error instanceof DomainError && error.code !== 'unsupported_media_type') throw error;
    if (error instanceof DomainError) return { refused: error.message, file_name };
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return { refused: 'it is damaged in the archive', file_name };
  }
}
