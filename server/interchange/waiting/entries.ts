import type { ImportFormat } from '../../../domain/interchange.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { Now } from '../../database/clock.ts';
import type { ShortLived } from '../../database/short-lived.ts';
import { JobEntries } from '../../jobs/entries.ts';
import type { Principal } from '../../permissions.ts';
import type { Asked, Import, ImportChoices } from '../contract.ts';

/** An import until it is applied or deleted. */
export type Waiting = {
  id: string;
  by: KeptPrincipal;
  fileName: string;
  size: number;
  createdAt: string;
  /** The digest of the uploaded file. */
  upload: string;
  /** The id of the current or last reading. */
  reading: string;
  /** Requested format; null for recognition. */
  wanted: ImportFormat | null;
  choices: ImportChoices;
  /** Format version and questions, from the last reading. */
  version: string | null;
  asks: Asked | null;
  status: 'reading' | 'ready' | 'applying' | 'refused' | 'failed';
  /** Number of attempts to apply it since the request. */
  attempts?: number;
  /** Time in milliseconds of the next attempt. */
  retryAt?: number;
  problem: Import['problem'];
  read: Read | null;
};

/** Result of a reading; rows and plan are in files with these digests. */
type Read = {
  format: ImportFormat;
  notes: string[];
  totals: Import['totals'];
  kinds: Import['kinds'];
  /** Permissions needed to apply it; one of each list is enough. */
  needs: (readonly Permission[])[];
  /** The first missing permission for which a row is refused; null for none. */
  lacks: Permission | null;
  files: { rows: string; plan: string };
};

type KeptPrincipal = Omit<Principal, 'permissions'> & { permissions: Permission[] };

export function keepPrincipal(user: Principal): KeptPrincipal {
  return { ...user, permissions: [...user.permissions] };
}

/**
 * A person applying a plan read by `reader`, with the permissions of both, so that no more is imported than the preview showed.
 */
export function keepApplier(user: Principal, reader: KeptPrincipal): KeptPrincipal {
  return {
    ...user,
    permissions: reader.permissions.filter((permission) => user.permissions.has(permission)),
  };
}

export function toPrincipal(kept: KeptPrincipal): Principal {
  return { ...kept, permissions: new Set(kept.permissions) };
}

export const keptMilliseconds = 24 * 60 * 60_000;

export function openWaiting(kept: ShortLived, now: Now): JobEntries<Waiting> {
  // An import being applied is not deleted.
  const untilOf = ({ createdAt, status }: Waiting): number =>
    Date.parse(createdAt) + (status === 'applying' ? 365 : 1) * keptMilliseconds;
  return new JobEntries(kept, 'import', { now, untilOf });
}
