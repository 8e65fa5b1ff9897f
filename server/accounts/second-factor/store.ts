import type { Db, Trx } from '../../database/database.ts';
import { refuseDuplicate } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';

export type Passkey = Omit<Row<'passkeys'>, 'transports_json'> & { transports: string[] };

/** All second factors of a user. */
export type Factors = { totp: Row<'totp_secrets'> | null; passkeys: Passkey[]; recoveryCodes: number };

export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const totp = await db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const { n } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return {
    totp: totp ?? null,
    passkeys: passkeys.map(({ transports_json, ...row }) => ({
      ...row,
      transports: JSON.parse(transports_json) as string[],
    })),
    recoveryCodes: Number(n),
  };
}

/** The users among these who have a second factor. */
export async function listProtected(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .union(db.selectFrom('passkeys').select('user_id').where('user_id', 'in', userIds))
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

export async function listSealedSecrets(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('totp_secrets').select('sealed_secret').execute();
  return rows.map((row) => row.sealed_secret);
}

export async function insertTotp(trx: Trx, row: NewRow<'totp_secrets'>): Promise<void> {
  await trx.insertInto('totp_secrets').values(row).execute();
}

/** Marks a code's step as used; false if a code of this or a later step was accepted before. */
export async function advanceTotp(trx: Trx, userId: string, step: number): Promise<boolean> {
  const result = await trx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when there is none. */
export async function deleteTotp(trx: Trx, userId: string): Promise<boolean> {
  const result = await trx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function hasRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a code; false if this user no longer has it. */
export async function deleteRecoveryCode(trx: Trx, userId: string, hash: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Refuses (`duplicate`) a passkey that is registered already. */
export async function insertPasskey(trx: Trx, row: NewRow<'passkeys'>): Promise<void> {
  await refuseDuplicate('id', 'This passkey is already registered', () =>
    trx.insertInto('passkeys').values(row).execute(),
  );
}

/** Records the use of a passkey; false if it is gone, or its counter has not advanced since it was read. */
export async function advancePasskey(
  trx: Trx,
  use: { id: string; before: number; counter: number; time: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.time })
    .where('id', '=', use.id)
    .where('counter', '=', use.before)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function renamePasskey(trx: Trx, userId: string, id: string, name: string): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).execute();
}

/** Removes all second factors of a user; false when there were none. */
export async function deleteFactors(trx: Trx, userId: string): Promise<boolean> {
  const had = await deleteTotp(trx, userId);
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await replaceRecoveryCodes(trx, userId, []);
  return had || numDeletedRows > 0n;
}
