import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Proof } from '../../database/seals/proofs.ts';

/** Values of a row, in the order of its proof's columns. */
export type Values = readonly unknown[];

/** By proof and key: the seal of existing rows, or null for deleted ones. */
export type Seals = Record<string, Record<string, string | null>>;

/** The name of the seals among the changes of an entry: no field has it. */
export const sealsName = '$rows';

const digestLength = 43;
const markLength = 2;

/**
 * Seal of the rows that share a key: a SHA-256 of all of them and, for a single one, a mark of twelve bits for each column, which
 * identifies a changed one. Null when there are none.
 */
export function sealRows(proof: Proof, key: string, rows: readonly Values[]): string | null {
  if (rows.length === 0) return null;
  // A null column is left out, so that a column added by a later schema changes no seal.
  const told = rows.map((row) =>
    JSON.stringify(
      proof.columns.flatMap((column, at) => (isNull(row[at]) ? [] : [[column, toText(row[at])]])),
    ),
  );
  const digest = hash('sha256', JSON.stringify([proof.name, key, ...told.sort()]), 'base64url');
  if (proof.part !== null) return digest;
  return digest + proof.columns.map((_, at) => markOf((rows[0] as Values)[at])).join('');
}

/** The column in which a row differs from its seal, or null when the marks don't tell. */
export function findDifference(proof: Proof, sealed: string, present: string): string | null {
  const at = proof.columns.findIndex((_, index) => markAt(sealed, index) !== markAt(present, index));
  return at === -1 ? null : (proof.columns[at] as string).replace(/_json$/, '');
}

/** Whether a seal matches this state; a seal made before its last columns existed ignores them. */
export function isSealOf(sealed: string | null, present: string | null): boolean {
  if (sealed === null || present === null) return sealed === present;
  return sealed.slice(0, digestLength) === present.slice(0, digestLength);
}

function markAt(seal: string, index: number): string {
  const from = digestLength + index * markLength;
  return seal.length < from + markLength ? nothing : seal.slice(from, from + markLength);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const nothing = 'AA';

function markOf(value: unknown): string {
  if (isNull(value)) return nothing;
  const sum = crc32(Buffer.isBuffer(value) ? value : String(value)) & 0xfff;
  return `${letters[sum >> 6]}${letters[sum & 63]}`;
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined;
}

/** The same for both engines. */
function toText(value: unknown): string | number {
  if (Buffer.isBuffer(value)) return `sha256:${hash('sha256', value, 'hex')}`;
  return typeof value === 'bigint' ? Number(value) : (value as string | number);
}

/** The seals of an entry; null when it has none, or was erased. */
export function readSeals(changesJson: string | null): Seals | null {
  // The first name of its canonical form.
  if (changesJson === null || !changesJson.startsWith(`{"${sealsName}":`)) return null;
  try {
    return (JSON.parse(changesJson) as { [sealsName]: Seals })[sealsName];
  } catch {
    return null;
  }
}
