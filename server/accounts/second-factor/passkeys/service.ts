import { mostPasskeys } from '../../../../domain/limits.ts';
import { isoTime } from '../../../database/clock.ts';
import { inTransaction, type Trx } from '../../../database/database.ts';
import { DomainError, invalid, notFound } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { Principal } from '../../../permissions.ts';
import { toEmailKey } from '../../rules.ts';
import { type Accounts, type Origin, requireLive } from '../../sessions/service.ts';
import * as sessions from '../../sessions/store.ts';
import * as users from '../../users/store.ts';
import type { Added, NewPasskey, PasskeyDemand, PasskeyOffer, Proof } from '../contract.ts';
import { change, refuseProof } from '../proof.ts';
import { toPasskeyHost } from '../rules.ts';
import { endLastFactor, giveFirstRecoveryCodes, recordFactor } from '../service.ts';
import * as store from '../store.ts';
import { judgeRegistration, makeChallenge, makeDemand, pickTransports, toCredential } from './webauthn.ts';

/**
 * Challenge for one of the caller's passkeys before a change of second factors. Refuses `not_found` if none works for this server
 * name.
 */
export async function demandPasskey(
  { db, secondFactors }: Accounts,
  user: Principal,
  host: string,
): Promise<PasskeyDemand> {
  const demand = makeDemand((await store.findFactors(db, user.id)).passkeys, host);
  if (demand === null) throw notFound('Passkey for this name of the server');
  await secondFactors.demands.put(user.sessionId, demand);
  return demand;
}

/**
 * Options for a new passkey. Refuses `invalid` a server reached by an IP address rather than a name, and what `change` refuses.
 */
export async function beginPasskey(
  accounts: Accounts,
  user: Principal,
  proof: Proof,
  origin: Origin,
): Promise<PasskeyOffer> {
  const rp_id = toPasskeyHost(origin.host);
  if (rp_id === null) throw invalid('host', 'is an IP address, and browsers create passkeys only for names');
  const offer = await change(accounts, user, proof, origin, async (trx) => {
    const { passkeys } = await store.findFactors(trx, user.id);
    refuseMore(passkeys.length);
    return {
      challenge: makeChallenge(),
      rp_id,
      user_id: Buffer.from(user.id).toString('base64url'),
      exclude: passkeys.filter((passkey) => passkey.host === rp_id).map(toCredential),
    };
  });
  await accounts.secondFactors.registrations.put(user.sessionId, offer);
  return offer;
}

/**
 * Adds the passkey created for the last offer and ends the caller's other sessions. Recovery codes come with the first factor.
 * Refuses `invalid` a passkey created for another offer, and `duplicate` one already registered.
 */
export async function addPasskey(
  accounts: Accounts,
  user: Principal,
  input: NewPasskey,
  { address, host }: Pick<Origin, 'address' | 'host'>,
): Promise<Added> {
  const offer = await accounts.secondFactors.registrations.take(user.sessionId);
  if (offer === null || offer.rp_id !== toPasskeyHost(host)) {
    throw invalid('id', 'belongs to nothing: start again');
  }
  const made = await judgeRegistration(input, offer.challenge, host);
  if (made === null) {
    const account = await users.findAccount(accounts.db, user.id);
    const from = { key: toEmailKey(account?.email ?? ''), address };
    throw await refuseProof(accounts, user, from, 'id', 'was not made for this');
  }
  return inTransaction(accounts.db, async (trx) => {
    await requireLive(trx, accounts.now, user);
    refuseMore((await store.findFactors(trx, user.id)).passkeys.length);
    const recovery_codes = await giveFirstRecoveryCodes(trx, user.id);
    const id = newId();
    await store.insertPasskey(trx, {
      ...made,
      id,
      user_id: user.id,
      transports_json: JSON.stringify(pickTransports(input.transports)),
      host: offer.rp_id,
      name: input.name,
      created_at: isoTime(accounts.now()),
      last_used_at: null,
    });
    await sessions.deleteSessionsOf(trx, user.id, user.sessionId);
    const { name } = input;
    const after = { kind: 'passkey', name, host: offer.rp_id, recovery_codes: recovery_codes && 'set' };
    await recordFactor(accounts, trx, user, { verb: 'created', id, after });
    return { recovery_codes };
  });
}

/** Renames one of the caller's passkeys. Refuses `not_found`. */
export async function renamePasskey(
  accounts: Accounts,
  user: Principal,
  id: string,
  name: string,
): Promise<void> {
  await inTransaction(accounts.db, async (trx) => {
    const before = await requireName(trx, user, id);
    await store.renamePasskey(trx, user.id, id, name);
    await recordFactor(accounts, trx, user, { verb: 'changed', id, before, after: { name } });
  });
}

async function requireName(trx: Trx, user: Principal, id: string): Promise<{ name: string }> {
  const { passkeys } = await store.findFactors(trx, user.id);
  const passkey = passkeys.find((one) => one.id === id);
  if (passkey === undefined) throw notFound('Passkey');
  return { name: passkey.name };
}

/** Removes one of the caller's passkeys, and ends their other sessions. Refuses `not_found`, and what `change` refuses. */
export async function removePasskey(
  accounts: Accounts,
  user: Principal,
  id: string,
  proof: Proof,
  origin: Origin,
): Promise<void> {
  await change(accounts, user, proof, origin, async (trx) => {
    const { name } = await requireName(trx, user, id);
    await store.deletePasskey(trx, user.id, id);
    await endLastFactor(trx, user.id);
    await sessions.deleteSessionsOf(trx, user.id, user.sessionId);
    await recordFactor(accounts, trx, user, { verb: 'deleted', id, before: { kind: 'passkey', name } });
  });
}

function refuseMore(there: number): void {
  if (there >= mostPasskeys) {
    throw new DomainError('duplicate', `There are ${mostPasskeys} passkeys already: remove one first`);
  }
}
