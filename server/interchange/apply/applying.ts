import type { ImportFormat } from '../../../domain/interchange.ts';
import type { Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import type { judgeQuotas } from '../../evidence/service.ts';
import type { Author } from '../../history/service.ts';
import type { KeptEvidence } from '../../missions/imports/service.ts';
import type { ImportedSighting } from '../../missions/sightings/contract.ts';
import type { Principal } from '../../permissions.ts';
import type { ImportChoices } from '../contract.ts';
import type { PlannedEvidence } from '../plan.ts';
import type { PlanLine, ReadRow } from '../thread/plan-file.ts';

/** An accompanying file stored in the register, or the reason why it isn't. */
export type Received = KeptEvidence | { refused: string; file_name: string };

/** Preparation before a slice's transaction: the files, and ids of new objects, which are part of file paths. */
export type Prepared = {
  /** Ids of missions and tests by row number, and of the mission of executions. */
  ids: ReadonlyMap<number, string>;
  /** Tests of an existing mission that executions with files will probably fill, by row number. */
  onto: ReadonlyMap<number, string>;
  /** Ids of the sightings of new missions, by row number. */
  sightings: ReadonlyMap<number, readonly string[]>;
  /** By row number, and file name in the archive. */
  evidence: ReadonlyMap<string, Received>;
  /** Bytes of evidence of each mission. */
  bytes: ReadonlyMap<string, number>;
};

/** Used in place of a row number for the mission of executions. */
export const ofExecutions = 0;

export const evidenceKey = (number: number | string, { member, side }: PlannedEvidence): string =>
  `${number} ${side} ${member}`;

/** The files of a sighting of a mission's row, with the key of each in place of the row's number. */
export function listSightingFiles(
  number: number,
  index: number,
  { evidence = [] }: ImportedSighting,
): { key: string; files: PlannedEvidence[] } {
  return { key: `${number}/${index}`, files: evidence.map((file) => ({ ...file, side: 'blue' })) };
}

/** A read import, ready to be applied. */
export type Ready = {
  id: string;
  format: ImportFormat;
  version: string | null;
  fileName: string;
  size: number;
  createdAt: string;
  notes: readonly string[];
  rows: readonly ReadRow[];
  plan: string;
  choices: ImportChoices;
};

export type Given = {
  now: Now;
  /** Null for the command, which sees everything. */
  user: Principal | null;
  by: Author;
  /** Person for whom existing missions are opened. */
  viewer: Principal;
  ready: Ready;
  quotas: Parameters<typeof judgeQuotas>[1];
};

/** Context of a slice; the next slice has another transaction. */
export type Applying = Given & { trx: Trx; prepared: Prepared; pause: () => Promise<void> };

/** A row of a slice with its line in the plan; null for one refused during reading. */
export type Planned = { row: ReadRow; line: PlanLine | null };
