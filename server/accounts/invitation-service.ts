import { randomBytes } from 'node:crypto';
import type { Role } from '../../domain/permissions.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { type Db, inTransaction } from '../database/database.ts';
import { DomainError, forbidden, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import type { Invitation, Session } from './contract.ts';
import { manage, refuseMoreThanHeld, refuseUnknownGroups } from './grant-service.ts';
import * as invitationStore from './invitation-store.ts';
import { hashPassword } from './passwords.ts';
import { emailKey, invitationMilliseconds } from './rules.ts';
import { type Accounts, digest, insertAccount, sessionFor, signIn } from './service.ts';
import * as store from './store.ts';

export function listInvitations(db: Db, page: Paging): Promise<{ items: Invitation[]; total: number }> {
  return invitationStore.listInvitations(db, page);
}

/**
 * Invites an email; an older open invitation of it ends. The token is in the answer only, its digest is kept.
 * Refuses `duplicate` an email that has an account, `invalid` an unknown group, `forbidden` giving more than is held.
 */
export async function invite(
  accounts: Accounts,
  caller: Principal,
  input: { email: string; role: Role; group_ids: string[] },
): Promise<Invitation & { token: string }> {
  const token = randomBytes(24).toString('base64url');
  const key = emailKey(input.email);
  return manage(accounts, caller, async (trx, actor) => {
    await refuseUnknownGroups(trx, input.group_ids);
    await refuseMoreThanHeld(trx, actor, input.role, input.group_ids);
    if ((await store.findAccountByEmail(trx, key)) !== null) throw emailTaken();
    await invitationStore.deleteOpenInvitationsFor(trx, key);
    const id = newId();
    const time = accounts.now();
    await invitationStore.insertInvitation(
      trx,
      {
        id,
        token_hash: digest(token),
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
    const invitation = await invitationStore.findInvitation(trx, id);
    if (invitation === null) throw notFound('Invitation');
    return { ...invitation, token };
  });
}

/** Withdraws an invitation. Refuses `not_found`, also one that was accepted. */
export async function withdrawInvitation(db: Db, id: string): Promise<void> {
  if (!(await invitationStore.deleteInvitation(db, id))) throw notFound('Invitation');
}

/** Makes the invited account and signs it in. Refuses `forbidden` a wrong, used or expired token. */
export async function acceptInvitation(
  accounts: Accounts,
  input: { token: string; display_name: string; password: string },
): Promise<Session> {
  // Before the hash, which is dear and would be had by anyone for the asking.
  await requireInvitation(accounts.db, accounts.now, input.token);
  const password_hash = await hashPassword(input.password);
  const { account, session } = await inTransaction(accounts.db, async (trx) => {
    const invitation = await requireInvitation(trx, accounts.now, input.token);
    const { groups } = (await invitationStore.findInvitation(trx, invitation.id)) ?? { groups: [] };
    const account = await insertAccount(trx, accounts.now, {
      email: invitation.email,
      display_name: input.display_name,
      role: invitation.role,
      password_hash,
    });
    await store.setGroupsOf(
      trx,
      account.id,
      groups.map((group) => group.id),
    );
    await invitationStore.markInvitationAccepted(trx, invitation.id, isoTime(accounts.now()));
    return signIn(trx, accounts.now, account);
  });
  return sessionFor(accounts, account, session);
}

async function requireInvitation(db: Db, now: Now, token: string) {
  const invitation = await invitationStore.findInvitationByToken(db, digest(token), isoTime(now()));
  if (invitation === undefined) throw forbidden('The invitation is wrong, used or expired');
  return invitation;
}

function emailTaken(): DomainError {
  return new DomainError('duplicate', 'This email has an account already', {
    errors: [{ path: 'email', message: 'This email has an account already' }],
  });
}
