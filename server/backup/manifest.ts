import { z } from 'zod';
import { BackupRefused } from '../errors.ts';
import { type RegisterName, registerNames } from '../registers.ts';

/**
 * The members of a backup, in this order: evidence and output files, the database, the manifest, the manifest's own digest.
 */
export const databaseName = 'damson.db';
export const manifestName = 'manifest.json';
export const sealName = 'manifest.sha256';
const idForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const storedName = new RegExp(`^(?:${registerNames.join('|')})/${idForm}/${idForm}/[0-9a-f]{64}$`);

/** Enough for a million stored files. */
export const mostManifestBytes = 256 * 1024 * 1024;

export const formatVersion = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const manifestSchema = z.strictObject({
  format: z.literal('damson-backup'),
  format_version: z.literal(formatVersion),
  program_version: z.string().max(100),
  schema_version: z.int().min(1),
  made_at: z.iso.datetime(),
  /** Rows of the main tables. */
  counts: z.record(z.string().max(100), z.int().min(0)),
  /** The newest history entry, as an anchor; missing in backups of older programs. */
  history_head: z.string().max(100).optional(),
  /** Records whose file was missing or damaged at the time of the backup, and is not included; `shelf` names their register. */
  damaged: z.array(z.strictObject({ shelf: z.enum(registerNames), id: z.uuid() })),
  members: z.array(z.strictObject({ name: z.string().max(200), size: z.int().min(0), sha256 })),
});
export type Manifest = z.output<typeof manifestSchema>;
export type Damage = Manifest['damaged'][number];
export type ManifestMember = Manifest['members'][number];

/** Name of a record's file in a backup. */
export function toMemberName(register: RegisterName, place: string): string {
  return `${register}/${place}`;
}

/** Whether a stored file may have this name; other names are never used in a path. */
export function isMemberName(name: string): boolean {
  return storedName.test(name);
}

export function makeSeal(manifestSha256: string): Buffer {
  return Buffer.from(`${manifestSha256}  ${manifestName}\n`);
}

/** Parses a manifest. Refuses (BackupRefused) a newer format and an incomplete one. */
export function readManifest(bytes: Buffer): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BackupRefused("the backup is damaged: its manifest can't be read");
  }
  const version = (content as { format_version?: unknown } | null)?.format_version;
  if (typeof version === 'number' && version > formatVersion) {
    throw new BackupRefused(
      `the backup has format ${version}, this program knows ${formatVersion}: use a newer program`,
    );
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) {
    throw new BackupRefused('the backup is damaged: its manifest is not complete');
  }
  return manifest.data;
}
