import type { Now } from '../../database/clock.ts';
import type { ShortLived } from '../../database/short-lived.ts';
import type { SealingKeys } from '../../secrets.ts';
import type { SignInBy } from '../identities/rules.ts';
import type { PasskeyDemand, PasskeyOffer } from './contract.ts';
import { Pending } from './pending.ts';
import { pendingMilliseconds } from './rules.ts';

/** A sign-in with a correct password, pending its second factor. */
export type HalfSignIn = {
  userId: string;
  key: string;
  passwordHash: string | null;
  demand: PasskeyDemand | null;
  /** The identity that signs in; null for a password of this server. */
  by: SignInBy | null;
};

/** Dependencies of second factors besides the database. */
export type SecondFactors = {
  keys: SealingKeys;
  /** Keyed by the issued challenge. */
  halfSignIns: Pending<HalfSignIn>;
  /** Sealed secrets pending their first code, by session. */
  enrolments: Pending<string>;
  /** By session. */
  registrations: Pending<PasskeyOffer>;
  /** Challenges for passkeys before a change, by session. */
  demands: Pending<PasskeyDemand>;
};

export function createSecondFactors(keys: SealingKeys, kept: ShortLived, now: Now): SecondFactors {
  const wait = <T>(kind: string) => new Pending<T>(kept, kind, now, pendingMilliseconds);
  return {
    keys,
    halfSignIns: wait<HalfSignIn>('half_sign_in'),
    enrolments: wait<string>('enrolment'),
    registrations: wait<PasskeyOffer>('registration'),
    demands: wait<PasskeyDemand>('demand'),
  };
}
