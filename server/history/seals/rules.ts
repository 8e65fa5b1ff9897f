import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Proof } from '../../database/seals/proof.ts';

/** Values of a row, in the order of its proof's columns. */
export type Values = readonly unknown[];

/** By proof and key: the seal of existing rows, or null for deleted ones. */
export type Seals = Record<string, Record<string, string | null>>;

/** Key of the seals among the changes of an entry; no field has this name. */
export const sealsName = '$rows';

const digestLength = 43;
const markLength = 2;

/**
 * Seal of the rows that share a key: a SHA-256 of all of them and, for a single one, a mark of twelve bits for each column, which
 * identifies a changed one. Null when there are none.
 */
export function sealRows(proof: Proof, key: string, rows: readonly Values[]): string | null {
  if (rows.length === 0) return null;
  if (proof.part === null && rows.length === 1) return sealRow(proof, key, rows[0] as Values);
  const told = rows.map(
    (row) => `[${proof.columns.flatMap((_, at) => tellColumn(proof, at, row[at])).join(',')}]`,
  );
  return digestOf(
    proof,
    key,
    told.sort().map((text) => JSON.stringify(text)),
  );
}

/** A null column is left out, so that a column added by a later schema changes no seal. */
function tellColumn(proof: Proof, at: number, value: unknown): string[] {
  return isNull(value) ? [] : [JSON.stringify([proof.columns[at], toText(value)])];
}

/** A value of a column: its text within that of the row, quoted once more, and its mark. */
type Told = { value: unknown; text: string; mark: string };

const longestRemembered = 2000;
const remembered = new WeakMap<Proof, Told[]>();

/** Rows written together have most values in common, so the last short value of each column is remembered. */
function sealRow(proof: Proof, key: string, row: Values): string {
  const last = remembered.get(proof) ?? [];
  remembered.set(proof, last);
  let told = '';
  let marks = '';
  for (const [at, value] of row.entries()) {
    let known = last[at];
    if (known === undefined || known.value !== value) {
      const text = tellColumn(proof, at, value).map((one) => JSON.stringify(one).slice(1, -1));
      known = { value, text: text.join(''), mark: markOf(value) };
      if (isShort(value)) last[at] = known;
    }
    if (known.text !== '') told += told === '' ? known.text : `,${known.text}`;
    marks += known.mark;
  }
  return digestOf(proof, key, [`"[${told}]"`]) + marks;
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= longestRemembered : !Buffer.isBuffer(value);
}

/** Takes the texts of rows as JSON. */
function digestOf(proof: Proof, key: string, rows: readonly string[]): string {
  return hash(
    'sha256',
    `[${JSON.stringify(proof.name)},${JSON.stringify(key)},${rows.join(',')}]`,
    'base64url',
  );
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

/** A value in the same form for both engines. */
function toText(value: unknown): string | number {
  if (Buffer.isBuffer(value)) return `sha256:${hash('sha256', value, 'hex')}`;
  return typeof value === 'bigint' ? Number(value) : (value as string | number);
}

/** The seals of an entry; null when it has none, or was erased. */
export function readSeals(changesJson: string | null): Seals | null {
  // The seals come first in the canonical form.
  if (changesJson === null || !changesJson.startsWith(`{"${sealsName}":`)) return null;
  try {
    return (JSON.parse(changesJson) as { [sealsName]: Seals })[sealsName];
  } catch {
    return null;
  }
}
