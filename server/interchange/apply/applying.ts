import type { ImportFormat } from '../../../domain/interchange.ts';
import type { Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import type { judgeQuotas } from '../../evidence/service.ts';
import type { Author } from '../../history/service.ts';
import type { KeptEvidence } from '../../missions/imports/service.ts';
import type { Principal } from '../../permissions.ts';
import type { ImportChoices } from '../contract.ts';
import type { PlannedEvidence } from '../plan.ts';
import type { PlanLine, ReadRow } from '../thread/plan-file.ts';

/** A file that came along, once it lies in the register, or why it doesn't. */
export type Received = KeptEvidence | { refused: string; file_name: string };

/** Preparation before the transaction of a slice: ids of new objects, since files lie in folders by them, and the files. */
export type Prepared = {
  /** Of missions and tests, by the number of their row, and of the mission of executions. */
  ids: ReadonlyMap<number, string>;
  /** By the number of the row and what the file is called in the archive. */
  evidence: ReadonlyMap<string, Received>;
  /** Bytes of evidence of each mission. */
  bytes: ReadonlyMap<string, number>;
};

/** The number in place of a row's under which the mission of executions is known. */
export const ofExecutions = 0;

export const evidenceKey = (number: number, { member, side }: PlannedEvidence): string =>
  `${number} ${side} ${member}`;

/** An import that was read and is to be applied. */
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
  /** Whom the missions that are there are opened for. */
  viewer: Principal;
  ready: Ready;
  quotas: Parameters<typeof judgeQuotas>[1];
};

/** Context of a slice; the next slice has another transaction. */
export type Applying = Given & { trx: Trx; prepared: Prepared; pause: () => Promise<void> };

/** A row of a slice, and what the plan says of it; null for one that was refused as it was read. */
export type Planned = { row: ReadRow; line: PlanLine | null };
