import { z } from 'zod';
import { listOf, paging } from '../paging.ts';
import { told } from '../told.ts';

const id = z.uuid();
const time = z.string();
const count = z.int().min(0);

/** Row counts of the main tables; 0 for a table missing in an older schema. */
export const countsSchema = z.strictObject({
  users: count,
  missions: count,
  mission_tests: count,
  evidence: count,
  engagements: count,
  simulations: count,
  simulation_outputs: count,
  simulation_evidence: count.default(0),
  report_files: count.default(0),
});

/** Result of the last full read of a backup. */
export const backupCheckSchema = z.strictObject({
  checked_at: time,
  intact: z.boolean(),
  /** Reason why a backup is damaged. */
  problem: told.nullable(),
});
export type BackupCheck = z.output<typeof backupCheckSchema>;

export const backupSchema = z.strictObject({
  id,
  /** File name in the backup folder and of the download. */
  file_name: z.string(),
  made_at: time,
  size: count,
  /** Null, like the counts, while the file can't be read. */
  program_version: z.string().nullable(),
  counts: countsSchema.nullable(),
  /** Records left out because their file is missing or damaged. */
  left_out: count,
  /** Null if never read since it was copied here by other means. */
  check: backupCheckSchema.nullable(),
});
export type Backup = z.output<typeof backupSchema>;

export const backupListQuery = paging;
export const backupListSchema = listOf(backupSchema);
export const newBackupBody = z.strictObject({
  /** Continue without missing or damaged files, and list them. */
  allow_damaged: z.boolean().default(false),
});

const named = z.strictObject({ id, name: z.string() });

/** A record whose stored file is missing or damaged, and its owner. */
export const damagedFileSchema = z.strictObject({
  kind: z.enum(['evidence', 'output', 'report']),
  id,
  file_name: z.string().nullable(),
  mission: named.nullable(),
  test: named.nullable(),
  engagement: named.nullable(),
  simulation: named.nullable(),
});
export type DamagedFile = z.output<typeof damagedFileSchema>;

const jobFields = {
  state: z.enum(['running', 'done', 'failed']),
  started_at: time,
  ended_at: time.nullable(),
  /** `database`: copying or checking; `files`: reading one by one; `archive`: reading a backup, in bytes. */
  phase: z.enum(['database', 'files', 'archive']),
  done: count,
  total: count,
  /** Reason of the failure. */
  problem: z
    .strictObject({
      code: z.enum(['evidence_corrupt', 'refused', 'disk_full', 'unavailable', 'internal']),
      detail: told,
    })
    .nullable(),
};
const damageFields = {
  /** The first ones; `damaged_total` is the number of all. */
  damaged: z.array(damagedFileSchema),
  damaged_total: count,
};

export const backupJobSchema = z.strictObject({
  kind: z.enum(['make', 'verify']),
  backup_id: id,
  ...jobFields,
  ...damageFields,
});
export type BackupJob = z.output<typeof backupJobSchema>;
export const backupJobStateSchema = z.strictObject({
  /** The running job, else the last one since the server started. */
  job: backupJobSchema.nullable(),
  /** Whether this server can restore a backup over its current data. */
  restores_here: z.boolean(),
});

export const verificationSchema = z.strictObject({
  ...jobFields,
  result: z
    .strictObject({
      database_problems: z.array(told),
      /** Number of records checked. */
      records: count,
      ...damageFields,
      /** Files without a record; may include a running upload. */
      unrecorded: count,
    })
    .nullable(),
});
export type Verification = z.output<typeof verificationSchema>;
export const verificationStateSchema = z.strictObject({
  /** The running verification, else the last one since the server started. */
  verification: verificationSchema.nullable(),
});
