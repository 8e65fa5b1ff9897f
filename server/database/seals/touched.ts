import type Sqlite from 'better-sqlite3';
import type { Proof } from './proof.ts';
import { proofs } from './proofs.ts';

/** Table in which a connection records its written rows, by proof and key, until they are sealed. */
export const touchedRows = 'touched_rows';

/**
 * Makes a connection record its writes, including cascades. The temporary triggers are private to it: other openers of the file
 * neither have nor need them. They name columns, so the schema must be the newest.
 */
export function noteTouchedRows(sqlite: Sqlite.Database): void {
  sqlite.exec(
    `create temp table if not exists ${touchedRows}
      (proof text not null, key text not null, primary key (proof, key)) without rowid`,
  );
  const tables = new Set(
    sqlite.prepare("select name from main.sqlite_schema where type = 'table'").pluck().all() as string[],
  );
  for (const proof of proofs.values()) {
    if (!tables.has(proof.table)) continue;
    for (const statement of triggersOf(proof)) sqlite.exec(statement);
  }
}

function triggersOf({ name, table, key, columns }: Proof): string[] {
  // The conflict clause of a statement that fires a trigger overrides those within it.
  const note = (row: 'old' | 'new') =>
    `insert into ${touchedRows} select '${name}', ${row}."${key}" where not exists
      (select 1 from ${touchedRows} where proof = '${name}' and key = ${row}."${key}");`;
  const all = [...new Set([key, ...columns])];
  const differs = all.map((column) => `old."${column}" is not new."${column}"`).join(' or ');
  const create = (event: string, on: string, body: string) =>
    `create temp trigger if not exists note_${name}_${event} after ${on} on main."${table}"
      ${event === 'update' ? `when ${differs}` : ''} begin ${body} end`;
  return [
    create('insert', 'insert', note('new')),
    create('delete', 'delete', note('old')),
    create('update', `update of ${all.map((column) => `"${column}"`).join(', ')}`, note('old') + note('new')),
  ];
}

/** The same for PostgreSQL: shared triggers, and a temporary table of each connection that seals its writes. */
export const postgresTouchedTable = `create temp table if not exists ${touchedRows}
  (proof text collate "C" not null, key text collate "C" not null, primary key (proof, key)) on commit delete rows`;

/** Recreated with each new schema. */
export const postgresNotes: readonly string[] = [
  `create or replace function note_touched() returns trigger language plpgsql
    as $$ declare noted text;
    begin
      if to_regclass('pg_temp.${touchedRows}') is null then return null; end if;
      if tg_op <> 'INSERT' then
        execute format('select ($1).%I', tg_argv[1]) into noted using old;
        insert into pg_temp.${touchedRows} values (tg_argv[0], noted) on conflict do nothing;
      end if;
      if tg_op <> 'DELETE' then
        execute format('select ($1).%I', tg_argv[1]) into noted using new;
        insert into pg_temp.${touchedRows} values (tg_argv[0], noted) on conflict do nothing;
      end if;
      return null;
    end $$`,
  ...[...proofs.values()].flatMap(({ name, table, key, columns }) => {
    const all = [...new Set([key, ...columns])];
    const differs = all.map((column) => `old."${column}" is distinct from new."${column}"`).join(' or ');
    const note = `execute function note_touched('${name}', '${key}')`;
    return [
      `create or replace trigger note_${name} after insert or delete on "${table}" for each row ${note}`,
      `create or replace trigger note_${name}_update after update on "${table}" for each row when (${differs}) ${note}`,
    ];
  }),
];
