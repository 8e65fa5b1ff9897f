import { type ImportFormat, seesEveryImport } from '../../../domain/interchange.ts';
import { DomainError, forbidden } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import type { Import } from '../contract.ts';
import { emptyTotals } from '../rules.ts';
import type { Waiting } from './entries.ts';

/** States of an import that may be deleted. */
export const notApplying: readonly Waiting['status'][] = ['reading', 'ready', 'refused', 'failed'];

/** Fields that change when an import is read, or read again. */
export function toBeRead(
  wanted: ImportFormat | null,
): Pick<Waiting, 'reading' | 'wanted' | 'status' | 'problem' | 'read'> {
  return { reading: newId(), wanted, status: 'reading', problem: null, read: null };
}

/** Whether a user may see it. */
export function sees(user: Principal, { by }: Waiting): boolean {
  return seesEveryImport(user.role) || by.id === user.id;
}

/** Refuses `import_not_ready`. */
export function refuseUnless({ status }: Waiting, wanted: readonly Waiting['status'][]): void {
  if (wanted.includes(status)) return;
  throw new DomainError('import_not_ready', sayState(status));
}

/** The refusal for an import that is not in the required state. */
export function sayState(status: Import['status']): string {
  return {
    reading: 'The import is still being read',
    ready: 'The import is not applied yet',
    applying: 'The import is being applied',
    applied: 'The import is applied',
    undoing: 'The import is being undone',
    undone: 'The import is already undone',
    refused: 'The import was refused',
    failed: 'The import could not be read',
  }[status];
}

/** Refuses `forbidden` when no row may be written, or the user may not write a row that the reader may. */
export function refuseForbidden(user: Principal, { read }: Waiting): void {
  if (read === null) return;
  const { needs, lacks, totals } = read;
  const missing = needs.find((enough) => !enough.some((permission) => user.permissions.has(permission)))?.[0];
  const barred = missing ?? (totals.new + totals.changed === 0 ? lacks : null);
  if (barred !== null) throw forbidden(`This needs the permission ${barred}`);
}

/** Its displayed form; `working` is the progress of a job from 0 to 1, null when none is running. */
export function describeWaiting(entry: Waiting, working: number | null): Import {
  const { id, by, status, version, choices, asks, problem, size, read } = entry;
  return {
    id,
    format: read?.format ?? entry.wanted,
    version,
    status,
    progress: working ?? (status === 'ready' ? 1 : 0),
    file_name: entry.fileName,
    size,
    by: { id: by.id, display_name: by.displayName },
    created_at: entry.createdAt,
    applied_at: null,
    undone_at: null,
    totals: read?.totals ?? emptyTotals().all,
    kinds: read?.kinds ?? [],
    notes: read?.notes ?? [],
    choices,
    asks,
    problem,
    made: [],
  };
}
