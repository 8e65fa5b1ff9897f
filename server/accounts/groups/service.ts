import { isoTime, timeAfter } from '../../database/clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import { invalid, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { toNameKey } from '../rules.ts';
import { changeAccounts, refusePermissionsNotHeld, refuseTouching } from '../service.ts';
import type { Accounts } from '../sessions/service.ts';
import { listExistingUserIds } from '../users/store.ts';
import type { Group, GroupListQuery, GroupPatch, NewGroup } from './contract.ts';
import { listTouched } from './rules.ts';
import * as store from './store.ts';

/** A page of groups, by name by default. */
export function listGroups(db: Db, filter: GroupListQuery): Promise<Found<Group>> {
  return store.listGroups(db, filter);
}

/** A group. Refuses `not_found`. */
export async function readGroup(db: Db, id: string): Promise<Group> {
  const group = await store.findGroup(db, id);
  if (group === null) throw notFound('Group');
  return group;
}

/**
 * Creates a group. Refuses `duplicate` a taken name, `invalid` an unknown member, `forbidden` more than the caller holds and
 * members who can see or do more.
 */
export async function createGroup(accounts: Accounts, caller: Principal, input: NewGroup): Promise<Group> {
  return changeAccounts(accounts, caller, async (trx, actor) => {
    refusePermissionsNotHeld(actor, input.permissions);
    await refuseUnknownMembers(trx, input.member_ids);
    await refuseTouching(accounts, trx, actor, input.member_ids);
    const id = newId();
    const time = isoTime(accounts.now());
    await store.insertGroup(trx, {
      id,
      name: input.name,
      name_key: toNameKey(input.name),
      description: input.description,
      created_at: time,
      updated_at: time,
    });
    await store.setGroupPermissions(trx, id, input.permissions);
    await store.setGroupMembers(trx, id, input.member_ids);
    const made = await readGroup(trx, id);
    await recordWrite(trx, { at: time, by: actor, verb: 'created', object: 'group', id, after: made });
    return made;
  });
}

/**
 * Changes a group. Refuses `not_found`, `duplicate`, `invalid` an unknown member, `forbidden` more than the caller holds and
 * changes to members who can see or do more.
 */
export async function changeGroup(
  accounts: Accounts,
  caller: Principal,
  id: string,
  input: GroupPatch,
): Promise<Group> {
  return changeAccounts(accounts, caller, async (trx, actor) => {
    const before = await readGroup(trx, id);
    refusePermissionsNotHeld(actor, before.permissions);
    refusePermissionsNotHeld(actor, input.permissions ?? []);
    await refuseUnknownMembers(trx, input.member_ids ?? []);
    await refuseTouching(accounts, trx, actor, listTouched(before, input));
    const at = timeAfter(before.updated_at, accounts.now);
    await store.updateGroup(trx, id, {
      ...(input.name === undefined ? {} : { name: input.name, name_key: toNameKey(input.name) }),
      ...(input.description === undefined ? {} : { description: input.description }),
      updated_at: at,
    });
    if (input.permissions !== undefined) await store.setGroupPermissions(trx, id, input.permissions);
    if (input.member_ids !== undefined) await store.setGroupMembers(trx, id, input.member_ids);
    const after = await readGroup(trx, id);
    await recordWrite(trx, { at, by: actor, verb: 'changed', object: 'group', id, before, after });
    return after;
  });
}

/** Deletes a group; its members lose what it granted at once. Refuses `not_found` and `forbidden`. */
export async function removeGroup(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await changeAccounts(accounts, caller, async (trx, actor) => {
    const before = await readGroup(trx, id);
    refusePermissionsNotHeld(actor, before.permissions);
    await refuseTouching(accounts, trx, actor, before.member_ids);
    await store.deleteGroup(trx, id);
    const at = isoTime(accounts.now());
    await recordWrite(trx, { at, by: actor, verb: 'deleted', object: 'group', id, before });
  });
}

async function refuseUnknownMembers(trx: Trx, ids: readonly string[]): Promise<void> {
  const known = await listExistingUserIds(trx, ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`member_ids.${unknown}`, `no user has the id ${ids[unknown]}`);
}
