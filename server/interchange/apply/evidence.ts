import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { largestEvidence } from '../../../domain/limits.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import type { StagedBlob } from '../../blobs/store.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { inspectFile } from '../../evidence/service.ts';
import { newId } from '../../ids.ts';
import { type KeptEvidence, listMatchableTests } from '../../missions/imports/service.ts';
import type { ImportedSighting } from '../../missions/sightings/contract.ts';
import type { PlannedEvidence } from '../plan.ts';
import { openSource, type Staged, type StoredMember } from '../staging/source.ts';
import type { PlanLine } from '../thread/plan-file.ts';
import type { Planned, Prepared, Received } from './applying.ts';
import { evidenceKey, listSightingFiles, ofExecutions } from './applying.ts';
import type { Candidate } from './match.ts';
import { findTestOf } from './onto.ts';
import type { Run } from './run.ts';

type File = { blob: StagedBlob; folder: string };
type Staging = {
  ids: Map<number, string>;
  onto: Map<number, string>;
  sightings: Map<number, string[]>;
  files: Map<string, File>;
  evidence: Map<string, Received>;
  bytes: Map<string, number>;
};

/** The accompanying files of an import. */
export class EvidenceOfImport {
  readonly #register: BlobRegister;
  readonly #staged: Staged;
  readonly #run: Run;
  #source: Awaited<ReturnType<typeof openSource>> | null = null;
  #members: ReadonlyMap<string, StoredMember> = new Map();

  constructor(register: BlobRegister, staged: Staged, run: Run) {
    this.#register = register;
    this.#staged = staged;
    this.#run = run;
  }

  /**
   * Stages the evidence of everything new or changed in a slice, stores it, and runs `work` under its locks. On failure nothing
   * is kept; leftovers of a crash are removed at the next start.
   */
  async withFilesOf(
    db: Db,
    slice: readonly Planned[],
    work: (prepared: Prepared) => Promise<void>,
  ): Promise<void> {
    const ids = new Map([[ofExecutions, newId()], ...slice.map(({ row }) => [row.number, newId()] as const)]);
    const staging: Staging = {
      ids,
      onto: new Map(),
      sightings: new Map(),
      files: new Map(),
      evidence: new Map(),
      bytes: new Map(),
    };
    try {
      if (slice.some(hasFiles)) await this.#stageAll(db, slice, staging);
      const all = [...staging.files.values()];
      const keepFrom = (index: number): Promise<void> => {
        const file = all[index];
        if (file === undefined) return work(staging);
        return this.#register.keep(file.blob, file.folder, () => keepFrom(index + 1));
      };
      await keepFrom(0);
    } finally {
      for (const { blob } of staging.files.values()) await rm(blob.place, { force: true });
    }
  }

  async close(): Promise<void> {
    await this.#source?.close();
  }

  async #stageAll(db: Db, slice: readonly Planned[], into: Staging): Promise<void> {
    const { judge, leftOut, missions } = this.#run;
    const judged = await inSnapshot(db, (trx) =>
      judge.judge(
        trx,
        slice.map(({ row }) => row),
      ),
    );
    const isWritten = (index: number): boolean => {
      const { row } = slice[index] as Planned;
      const { action, half } = judged[index]!;
      return !leftOut.has(row.number) && action !== 'same' && action !== 'refused' && half === undefined;
    };
    const chosen = this.#run.applying.ready.choices.mission_id ?? null;
    if (chosen !== null) {
      const written = slice.filter((_, index) => isWritten(index));
      into.onto = await inSnapshot(db, (trx) => foresee(trx, chosen, written));
    }
    for (const [index, { row, line }] of slice.entries()) {
      const verdict = judged[index]!;
      if (line?.what === 'mission') missions.expect(row.number, verdict, into.ids.get(row.number) as string);
      if (line === null || !isWritten(index)) continue;
      if (line.what === 'mission' && verdict.source == null)
        await this.#stageSightings(row.number, line.item.sightings ?? [], into);
      const isExecution = line.what === 'execution';
      if (isExecution) missions.expectExecutions(into.ids.get(ofExecutions) as string);
      const isOnto = isExecution && chosen !== null;
      const missionId = isOnto ? chosen : missions.idOf(row.mission);
      // Else an execution makes a test of its own.
      const known = isExecution ? into.onto.get(row.number) : verdict.source?.object_id;
      if (missionId === null || (isOnto && known === undefined)) continue;
      const testId = known ?? (into.ids.get(row.number) as string);
      for (const planned of listFiles(line)) {
        await this.#stage(row.number, planned, { missionId, folder: `${missionId}/${testId}` }, into);
      }
    }
  }

  async #stageSightings(
    number: number,
    sightings: readonly ImportedSighting[],
    into: Staging,
  ): Promise<void> {
    const missionId = into.ids.get(number) as string;
    const ids = sightings.map(() => newId());
    into.sightings.set(number, ids);
    for (const [index, sighting] of sightings.entries()) {
      const { key, files } = listSightingFiles(number, index, sighting);
      const place = { missionId, folder: `${missionId}/${ids[index]}` };
      for (const planned of files) await this.#stage(key, planned, place, into);
    }
  }

  async #stage(
    number: number | string,
    planned: PlannedEvidence,
    { missionId, folder }: { missionId: string; folder: string },
    into: Staging,
  ): Promise<void> {
    if (this.#source === null) {
      this.#source = await openSource(this.#staged);
      this.#members = new Map(this.#source.members.map((member) => [member.name, member]));
    }
    const received = await stageOne(this.#register, this.#members.get(planned.member), planned);
    into.evidence.set(evidenceKey(number, planned), 'blob' in received ? received.kept : received);
    if (!('blob' in received)) return;
    const { blob } = received;
    const key = `${folder}/${blob.sha256}`;
    if (into.files.has(key)) await rm(blob.place, { force: true });
    else into.files.set(key, { blob, folder });
    into.bytes.set(missionId, (into.bytes.get(missionId) ?? 0) + blob.size);
  }
}

/** The tests of a mission that these executions will fill, as long as nobody changes its tests meanwhile. */
async function foresee(trx: Trx, missionId: string, slice: readonly Planned[]): Promise<Map<number, string>> {
  const onto = new Map<number, string>();
  let candidates: readonly Candidate[] = await listMatchableTests(trx, missionId);
  for (const { row, line } of slice) {
    if (line?.what !== 'execution') continue;
    const found = await findTestOf(trx, line.item, candidates);
    if (found === null) continue;
    candidates = candidates.filter(({ id }) => id !== found.id);
    onto.set(row.number, found.id);
  }
  return onto;
}

function hasFiles({ line }: Planned): boolean {
  return line !== null && (hasFilesOfSightings(line) || listFiles(line).length > 0);
}

function hasFilesOfSightings(line: PlanLine): boolean {
  return (
    line.what === 'mission' && (line.item.sightings ?? []).some(({ evidence }) => evidence !== undefined)
  );
}

function listFiles(line: PlanLine): PlannedEvidence[] {
  if (line.what === 'execution') return line.item.evidence ?? [];
  if (line.what !== 'test') return [];
  const { run, closed_runs } = line.item;
  return [run, ...closed_runs].flatMap(({ evidence }) => evidence);
}

/** The bytes of an accompanying file; null for none. */
async function openMember(
  member: StoredMember | undefined,
  { text }: PlannedEvidence,
): Promise<{ size: number; stream: () => Promise<AsyncIterable<unknown>> | AsyncIterable<unknown> } | null> {
  if (text === undefined) return member === undefined ? null : member;
  const bytes = Buffer.from(text);
  return { size: bytes.length, stream: () => Readable.from([bytes]) };
}

async function stageOne(
  register: BlobRegister,
  stored: StoredMember | undefined,
  planned: PlannedEvidence,
): Promise<{ blob: StagedBlob; kept: KeptEvidence } | { refused: string; file_name: string }> {
  const { file_name, side, caption } = planned;
  const member = await openMember(stored, planned);
  if (member === null) return { refused: 'it is not in the archive', file_name };
  if (member.size > largestEvidence)
    return { refused: `it has more than ${largestEvidence} bytes`, file_name };
  if (member.size === 0) return { refused: 'it is empty', file_name };
  let writer: Awaited<ReturnType<BlobRegister['stage']>> | null = null;
  try {
    const { fileName, mimeType, inspector } = inspectFile(file_name);
    writer = await register.stage(largestEvidence, member.size);
    for await (const chunk of await member.stream()) {
      inspector.push(chunk as Buffer);
      // The writer takes over the memory, which may be part of the archive's.
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
