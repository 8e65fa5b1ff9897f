import type { ImportFormat } from '../../../domain/interchange.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { Now } from '../../database/clock.ts';
import type { ShortLived } from '../../database/short-lived.ts';
import { JobEntries } from '../../jobs/entries.ts';
import type { Principal } from '../../permissions.ts';
import type { Asked, Import, ImportChoices } from '../contract.ts';

/** An import until it is applied or forgotten. */
export type Waiting = {
  id: string;
  by: KeptPrincipal;
  fileName: string;
  size: number;
  createdAt: string;
  /** The digest of the file that came in. */
  upload: string;
  /** The id of the reading that is under way, or was the last. */
  reading: string;
  /** As which it is read; null for the one that recognises it. */
  wanted: ImportFormat | null;
  choices: ImportChoices;
  /** Of the format, and what it asks, as the last reading has found. */
  version: string | null;
  asks: Asked | null;
  status: 'reading' | 'ready' | 'applying' | 'refused' | 'failed';
  /** How often a process has begun to apply it since somebody said so. */
  attempts?: number;
  /** Before then, in milliseconds, nobody tries again. */
  retryAt?: number;
  problem: Import['problem'];
  read: Read | null;
};

/** Result of a reading; rows and plan lie in files by these digests. */
type Read = {
  format: ImportFormat;
  notes: string[];
  totals: Import['totals'];
  kinds: Import['kinds'];
  /** Permissions needed to apply it; of each list one is enough. */
  needs: (readonly Permission[])[];
  /** The first permission for want of which a row is refused; null for none. */
  lacks: Permission | null;
  files: { rows: string; plan: string };
};

type KeptPrincipal = Omit<Principal, 'permissions'> & { permissions: Permission[] };

export function keepPrincipal(user: Principal): KeptPrincipal {
  return { ...user, permissions: [...user.permissions] };
}

/** Somebody who applies what `reader` has read: no more comes in than the preview has said. */
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
  // One that is being applied is not forgotten.
  const untilOf = ({ createdAt, status }: Waiting): number =>
    Date.parse(createdAt) + (status === 'applying' ? 365 : 1) * keptMilliseconds;
  return new JobEntries(kept, 'import', { now, untilOf });
}
