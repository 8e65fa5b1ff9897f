// JSON.parse of a bundle and one prepared insert for each of its entries: arguments are the bundle and a new database.
import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

const [bundle, database] = process.argv.slice(2);
const sqlite = new Sqlite(database);
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = FULL');
sqlite.exec(`create table entries (
  external_id text primary key not null, kind text not null, name text not null, description text, url text,
  platforms_json text not null
)`);

const started = performance.now();
const insert = sqlite.prepare('insert into entries values (?, ?, ?, ?, ?, ?)');
const entries = JSON.parse(readFileSync(bundle, 'utf8')).objects.filter(
  (object) =>
    (object.type === 'attack-pattern' || object.type === 'x-mitre-tactic') &&
    !object.revoked &&
    !object.x_mitre_deprecated,
);
sqlite.transaction(() => {
  for (const entry of entries) {
    const reference = entry.external_references[0];
    const platforms = JSON.stringify(entry.x_mitre_platforms ?? []);
    insert.run(reference.external_id, entry.type, entry.name, entry.description, reference.url, platforms);
  }
})();
const milliseconds = performance.now() - started;
process.stdout.write(JSON.stringify({ milliseconds, entries: entries.length }));
