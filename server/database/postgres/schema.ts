import type { ClientBase } from 'pg';
import { findNewestVersion, refuseUnknown } from '../migrate.ts';
import type { Migration, Statement } from '../migrations/migration.ts';
import { migrations } from '../migrations/migrations.ts';
import { DatabaseRefused } from '../refused.ts';
import { postgresNotes } from '../seals/touched.ts';
import { tableOfShortLived } from './short-lived.ts';

/** One process migrates at a time; the number spells "DMSM". */
const lockMigrations = `select pg_advisory_xact_lock(${0x444d534d})`;

/**
 * PostgreSQL equivalents of SQLite functions, so that stores need only one form. Texts compare by bytes, as in SQLite, so folding
 * their case needs a collation with letter rules.
 */
const functions = [
  `create or replace function fold_case(value text) returns text language sql immutable strict parallel safe
    as $$ select lower(value collate "und-x-icu") collate "C" $$`,
  `create or replace function fold_ascii(value text) returns text language sql immutable strict parallel safe
    as $$ select lower(value collate "C") $$`,
  `create or replace function json_each(list text) returns table (value text)
    language sql immutable strict parallel safe
    as $$ select jsonb_array_elements_text(list::jsonb) $$`,
  `create or replace function json_extract(object text, path text) returns text
    language sql immutable strict parallel safe
    as $$ select object::jsonb #>> string_to_array(substr(path, 3), '.') $$`,
  `create or replace function first_octets(value text, most bigint) returns text
    language plpgsql immutable strict parallel safe
    as $$ declare
      octets bytea := convert_to(value, 'UTF8');
      size integer := least(most, length(octets));
    begin
      while size > 0 and size < length(octets) and (get_byte(octets, size) & 192) = 128 loop size := size - 1; end loop;
      return convert_from(substring(octets from 1 for size), 'UTF8');
    end $$`,
  `create or replace function instr(value text, part text) returns integer
    language sql immutable strict parallel safe
    as $$ select position(part in value) $$`,
  `create or replace function history_is_kept() returns trigger language plpgsql
    as $$ begin raise exception 'entries of the history are not deleted'; end $$`,
  `create or replace function history_stays() returns trigger language plpgsql
    as $$ begin
      if new.changes_json is not null or new.salt is not null
        or to_jsonb(new) - 'changes_json' - 'salt' is distinct from to_jsonb(old) - 'changes_json' - 'salt'
      then raise exception 'entries of the history are not changed';
      end if;
      return new;
    end $$`,
];

const triggers: Readonly<Record<string, string>> = {
  audit_entries_are_kept: 'before delete on audit_entries for each row execute function history_is_kept()',
  audit_entries_stay: 'before update on audit_entries for each row execute function history_stays()',
};

/** A migration statement in PostgreSQL's form. */
function toPostgres(statement: Statement): string {
  if (typeof statement !== 'string') return statement.postgres;
  const trigger = /^\s*create trigger (\w+)/i.exec(statement)?.[1];
  if (trigger !== undefined) {
    const action = triggers[trigger];
    if (action === undefined) throw new Error(`there is no trigger ${trigger} for PostgreSQL`);
    return `create trigger ${trigger} ${action}`;
  }
  if (/^\s*create (unique )?index/i.test(statement)) {
    return statement.replaceAll(/(\w+) collate nocase/gi, 'fold_ascii($1)');
  }
  return statement
    .replaceAll(/references \w+ \(\w+\)(?: on delete (?:cascade|set null|restrict))?/gi, '$& deferrable')
    .replaceAll(/\) without rowid\b/gi, ')')
    .replaceAll(/(?<=^|[\s(,])(\w+) text\b/gi, '$1 text collate "C"')
    .replaceAll(/\bblob\b/gi, 'bytea')
    .replaceAll(/\binteger\b/gi, 'bigint')
    .replaceAll(/\breal\b/gi, 'double precision');
}

/** The schema version of a PostgreSQL database; null when it is empty. Refuses (DatabaseRefused) another program's. */
export async function readVersion(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ ours: string | null; tables: number }>(
    `select to_regclass('schema_versions') as ours,
      (select count(*) from information_schema.tables where table_schema = current_schema()) as tables`,
  );
  const { ours, tables } = rows[0]!;
  if (ours === null) {
    if (Number(tables) > 0) throw new DatabaseRefused('the database belongs to another program', 'foreign');
    return null;
  }
  const newest = await client.query<{ version: number }>(
    'select max(version) as version from schema_versions',
  );
  return Number(newest.rows[0]!.version);
}

/**
 * Migrates the database to the newest schema in one transaction; returns its previous version. Refuses (DatabaseRefused) one of a
 * newer program, from before 0.1.0 or of another program, without changing it.
 */
export async function migrate(
  client: ClientBase,
  known: readonly Migration[] = migrations,
): Promise<number | null> {
  await client.query(`begin; ${lockMigrations}`);
  try {
    const current = await readVersion(client);
    refuseUnknown(current, known);
    const newest = findNewestVersion(known);
    if (current === null) {
      await client.query('create table schema_versions (version bigint primary key, name text not null)');
    }
    const pending = known.filter(({ version }) => version > (current ?? 0));
    if (pending.length > 0) for (const statement of functions) await client.query(statement);
    for (const { version, name, statements } of pending) {
      for (const statement of statements) await client.query(toPostgres(statement));
      await client.query('insert into schema_versions (version, name) values ($1, $2)', [version, name]);
    }
    if (pending.length > 0 && newest === findNewestVersion()) {
      for (const statement of postgresNotes) await client.query(statement);
    }
    await client.query(tableOfShortLived);
    await client.query('commit');
    return current;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
