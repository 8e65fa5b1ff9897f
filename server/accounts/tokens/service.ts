import { mostTokens } from '../../../domain/limits.ts';
import { isAdministrator, type Permission } from '../../../domain/permissions.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { toNameKey } from '../rules.ts';
import { type Accounts, requireLive } from '../sessions/service.ts';
import type { User } from '../users/contract.ts';
import * as users from '../users/store.ts';
import type { ListedToken, NewToken, TokenInput } from './contract.ts';
import { digestProgramToken, isBacked, makeProgramToken } from './rules.ts';
import * as store from './store.ts';

/** A page of a user's tokens, or of everybody's for null, newest first. The caller has checked access. */
export function listTokens(
  accounts: Accounts,
  caller: Principal,
  userId: string | null,
  page: Paging,
): Promise<Found<ListedToken>> {
  return inSnapshot(accounts.db, async (trx) => {
    const { items, total } = await store.listTokens(trx, userId, page);
    return { items: await toListed(accounts, trx, caller, items), total };
  });
}

async function toListed(
  { nameMissions }: Accounts,
  db: Db,
  caller: Principal,
  tokens: readonly store.StoredToken[],
): Promise<ListedToken[]> {
  const bound = tokens.map(({ mission_id }) => mission_id).filter((id) => id !== null);
  const names = await nameMissions(db, caller, [...new Set(bound)]);
  return tokens.map(({ user_id, owner_name, mission_id, holder, created_by: _maker, ...token }) => ({
    id: token.id,
    name: token.name,
    owner: { id: user_id, display_name: owner_name },
    is_service: holder.is_service,
    scopes: token.scopes,
    mission: mission_id === null ? null : { id: mission_id, name: names.get(mission_id) ?? null },
    created_at: token.created_at,
    expires_at: token.expires_at,
    last_used_at: token.last_used_at,
    last_used_from: token.last_used_from,
  }));
}

/**
 * Creates a token for a program that acts for the caller, or for a service account, for which the administrator who creates it
 * answers from then on. Only the response contains it. Refuses `forbidden` scopes that the owner does not hold, `invalid` an
 * unknown mission or service account and more tokens than someone may have, and `duplicate` a name.
 */
export async function createToken(
  accounts: Accounts,
  caller: Principal,
  input: TokenInput,
): Promise<NewToken> {
  const token = makeProgramToken();
  const mission_id = input.mission_id?.toLowerCase() ?? null;
  return inTransaction(accounts.db, async (trx) => {
    const actor = await requireLive(trx, accounts.now, caller);
    const owner = await findOwner(accounts, trx, actor, input.user_id);
    refuseScopesNotHeld(owner, actor, input.scopes);
    await refuseUnknownMission(accounts, trx, owner, mission_id);
    if ((await store.countTokensOf(trx, owner.id)) >= mostTokens) {
      throw invalid('name', `there are ${mostTokens} tokens already: end one first`);
    }
    const id = newId();
    const time = accounts.now();
    await store.insertToken(trx, {
      id,
      user_id: owner.id,
      name: input.name,
      name_key: toNameKey(input.name),
      token_hash: digestProgramToken(token),
      scopes_json: JSON.stringify(owner.permissions.filter((held) => input.scopes.includes(held))),
      mission_id,
      created_by: actor.id,
      created_at: isoTime(time),
      expires_at: isoTime(time + input.expires_in_days * 24 * 60 * 60 * 1000),
      last_used_at: null,
      last_used_from: null,
    });
    const made = await requireToken(trx, id);
    await recordWrite(trx, {
      at: isoTime(time),
      by: actor,
      verb: 'created',
      object: 'token',
      id,
      after: toRecorded(made),
    });
    const [listed] = await toListed(accounts, trx, actor, [made]);
    return { ...(listed as ListedToken), token };
  });
}

/** The user for whom the program is to act. */
async function findOwner(
  { now }: Services,
  trx: Trx,
  actor: Principal,
  userId: string | undefined,
): Promise<User> {
  const id = userId?.toLowerCase() ?? actor.id;
  const account = await users.findAccount(trx, id);
  if (id !== actor.id) {
    if (!isAdministrator(actor.role)) {
      throw forbidden('Only an administrator can create tokens for service accounts');
    }
    if (!account?.is_service || !account.is_active) {
      throw invalid('user_id', `no active service account has the id ${id}`);
    }
    await answerFor({ now }, trx, actor, account);
  }
  const [owner] = account === null ? [] : await users.withGroups(trx, [account]);
  if (owner === undefined) throw notFound('User');
  return owner;
}

/** Makes an administrator the one who answers for a service account. */
async function answerFor({ now }: Pick<Services, 'now'>, trx: Trx, actor: Principal, account: users.Account) {
  if (account.owner_id === actor.id) return;
  const at = isoTime(now());
  await users.updateAccount(trx, account.id, { owner_id: actor.id, updated_at: at });
  await recordWrite(trx, {
    at,
    by: actor,
    verb: 'changed',
    object: 'user',
    id: account.id,
    before: { owner_id: account.owner_id },
    after: { owner_id: actor.id },
  });
}

function refuseScopesNotHeld(owner: User, actor: Principal, scopes: readonly Permission[]): void {
  const missing = scopes.find((scope) => !owner.permissions.includes(scope));
  if (missing === undefined) return;
  throw forbidden(
    owner.id === actor.id
      ? `This would give the permission ${missing}, which you do not have`
      : `This would give the permission ${missing}, which the service account does not have`,
  );
}

async function refuseUnknownMission(
  { nameMissions }: Accounts,
  trx: Trx,
  owner: User,
  missionId: string | null,
): Promise<void> {
  if (missionId === null) return;
  const seen = await nameMissions(trx, owner, [missionId]);
  if (!seen.has(missionId)) throw invalid('mission_id', `no mission has the id ${missionId}`);
}

async function requireToken(trx: Trx, id: string): Promise<store.StoredToken> {
  const token = await store.findToken(trx, id);
  if (token === null) throw notFound('Token');
  return token;
}

/** The recorded fields of a token, never the token itself. */
function toRecorded({ name, user_id, scopes, mission_id, expires_at }: store.StoredToken) {
  return { name, user_id, scopes, mission_id, expires_at };
}

/** Ends a token at once. Refuses `not_found`, also one of somebody else for anyone but an administrator. */
export async function endToken(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await inTransaction(accounts.db, async (trx) => {
    const actor = await requireLive(trx, accounts.now, caller);
    const token = await requireToken(trx, id);
    if (token.user_id !== actor.id && !isAdministrator(actor.role)) throw notFound('Token');
    await end(trx, accounts, actor, token);
  });
}

async function end(
  trx: Trx,
  { now }: Pick<Services, 'now'>,
  by: Author,
  token: store.StoredToken,
): Promise<void> {
  await store.deleteToken(trx, token.id);
  const at = isoTime(now());
  await recordWrite(trx, { at, by, verb: 'ended', object: 'token', id: token.id, before: toRecorded(token) });
}

/** Ends, for good, the tokens that the rights of their owners no longer cover. */
export async function endUnbackedTokens(accounts: Services, trx: Trx, by: Author): Promise<void> {
  for (const token of await store.listBackedTokens(trx)) {
    if (!isBacked(token.scopes, token.holder)) await end(trx, accounts, by, token);
  }
}

/** Ends, for good, all tokens of a user. */
export async function endTokensOf(accounts: Services, trx: Trx, userId: string, by: Author): Promise<void> {
  for (const token of await store.listBackedTokens(trx)) {
    if (token.user_id === userId) await end(trx, accounts, by, token);
  }
}
