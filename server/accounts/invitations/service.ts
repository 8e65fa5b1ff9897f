import { invitationMilliseconds } from '../../../domain/limits.ts';
import { mayGive, type Role } from '../../../domain/permissions.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction } from '../../database/database.ts';
import { DomainError, forbidden, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { digestToken, makeToken } from '../one-time-token.ts';
import { hashPassword } from '../passwords.ts';
import { refuseWeakPassword, toEmailKey } from '../rules.ts';
import { changeAccounts, refuseMoreThanHeld, refuseUnknownGroups } from '../service.ts';
import type { Session } from '../sessions/contract.ts';
import { type Accounts, type Origin, signIn, toAuthor, toOrigin, toSession } from '../sessions/service.ts';
import { addAccount, readRecordedUser } from '../users/service.ts';
import * as users from '../users/store.ts';
import type { Invitation, InvitationPreview, NewInvitation } from './contract.ts';
import { isOpen } from './rules.ts';
import * as store from './store.ts';

/** A page of the pending invitations, newest first. */
export async function listInvitations(
  { db, now }: Accounts,
  caller: Principal,
  page: Paging,
): Promise<Found<Invitation>> {
  const { items, total } = await inSnapshot(db, (trx) => store.listInvitations(trx, page));
  return { items: items.map((invitation) => toShown(invitation, caller, now)), total };
}

function toShown(stored: store.StoredInvitation, caller: Principal, now: Now): Invitation {
  const { maker: _, permissions: __, ...invitation } = stored;
  return { ...invitation, is_open: isOpen(stored, isoTime(now())), may_withdraw: mayGive(caller, stored) };
}

/**
 * Invites an email and ends its older open invitation. Only the response contains the token; its digest is stored. Refuses
 * `duplicate` an email with an account, `invalid` an unknown group, `forbidden` granting more than the caller holds, and
 * replacing an invitation that does.
 */
export async function invite(
  accounts: Accounts,
  caller: Principal,
  input: { email: string; role: Role; group_ids: string[] },
): Promise<NewInvitation> {
  const token = makeToken();
  const key = toEmailKey(input.email);
  return changeAccounts(accounts, caller, async (trx, actor) => {
    await refuseUnknownGroups(trx, input.group_ids);
    await refuseMoreThanHeld(trx, actor, input.role, input.group_ids);
    if ((await users.findAccountByEmail(trx, key)) !== null) throw emailTaken();
    for (const older of await store.findOpenInvitationsFor(trx, key)) refuseWithdrawing(actor, older);
    await store.deleteOpenInvitationsFor(trx, key);
    const id = newId();
    const time = accounts.now();
    await store.insertInvitation(
      trx,
      {
        id,
        token_hash: digestToken(token),
        email: input.email,
        email_key: key,
        role: input.role,
        created_by: actor.id,
        created_at: isoTime(time),
        expires_at: isoTime(time + invitationMilliseconds),
        accepted_at: null,
      },
      input.group_ids,
    );
    const invitation = await store.findInvitation(trx, id);
    if (invitation === null) throw notFound('Invitation');
    const after = toRecorded(invitation);
    await recordWrite(trx, {
      at: isoTime(time),
      by: actor,
      verb: 'created',
      object: 'invitation',
      id,
      after,
    });
    return { ...toShown(invitation, actor, accounts.now), token, hosts: [...accounts.hosts] };
  });
}

/**
 * Withdraws an invitation. Refuses `not_found`, including an accepted one, and `forbidden` one that grants more than the caller
 * holds.
 */
export async function withdrawInvitation(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await changeAccounts(accounts, caller, async (trx, actor) => {
    const invitation = await store.findInvitation(trx, id);
    if (invitation === null) throw notFound('Invitation');
    refuseWithdrawing(actor, invitation);
    await store.deleteInvitation(trx, id);
    const at = isoTime(accounts.now());
    const before = toRecorded(invitation);
    await recordWrite(trx, { at, by: actor, verb: 'deleted', object: 'invitation', id, before });
  });
}

/** The recorded fields of an invitation, never its token. */
function toRecorded({ email, role, groups, expires_at }: store.StoredInvitation) {
  return { email, role, groups, expires_at };
}

function refuseWithdrawing(actor: Principal, invitation: store.StoredInvitation): void {
  if (!mayGive(actor, invitation))
    throw forbidden('Only someone who holds everything an invitation grants can withdraw or replace it');
}

/** The details of an invitation for its recipient. Refuses `forbidden` as accepting it does. */
export async function previewInvitation({ db, now }: Accounts, token: string): Promise<InvitationPreview> {
  const { email, role, expires_at } = await requireInvitation(db, now, token);
  return { email, role, expires_at };
}

/**
 * Creates the invited account and signs it in. Refuses `forbidden` a token that is wrong, used or expired, or whose creator may
 * no longer grant these rights.
 */
export async function acceptInvitation(
  accounts: Accounts,
  input: { token: string; display_name: string; password: string },
  origin: Origin,
): Promise<Session> {
  // Checked before hashing, because hashing is expensive and anyone can request it.
  const { email } = await requireInvitation(accounts.db, accounts.now, input.token);
  refuseWeakPassword('password', input.password, { ...input, email }, accounts.hosts);
  const password_hash = await hashPassword(input.password);
  const { account, session } = await inTransaction(accounts.db, async (trx) => {
    const invitation = await requireInvitation(trx, accounts.now, input.token);
    const account = await addAccount(trx, accounts.now, {
      email: invitation.email,
      display_name: input.display_name,
      role: invitation.role,
      password_hash,
    });
    await users.setGroupsOf(
      trx,
      account.id,
      invitation.groups.map((group) => group.id),
    );
    const at = isoTime(accounts.now());
    await store.markInvitationAccepted(trx, invitation.id, at);
    const signedIn = await signIn(trx, accounts.now, account, origin);
    await recordWrite(trx, {
      at,
      by: toAuthor(account),
      verb: 'accepted',
      object: 'invitation',
      id: invitation.id,
      after: { user_id: account.id, ...(await readRecordedUser(trx, account.id)), ...toOrigin(signedIn) },
    });
    return signedIn;
  });
  await accounts.throttle.recognise(toEmailKey(account.email), origin.address);
  return toSession(accounts, account, session);
}

async function requireInvitation(db: Db, now: Now, token: string): Promise<store.StoredInvitation> {
  const invitation = await store.findInvitationByToken(db, digestToken(token));
  if (invitation === null || !isOpen(invitation, isoTime(now())))
    throw forbidden('The invitation is wrong, used or expired');
  return invitation;
}

function emailTaken(): DomainError {
  return new DomainError('duplicate', 'This email already has an account', {
    errors: [{ path: 'email', message: 'This email already has an account' }],
  });
}
