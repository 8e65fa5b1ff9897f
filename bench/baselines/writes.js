// The same single-row transaction as a PUT of one field, called directly: arguments are the database and milliseconds.
import Sqlite from 'better-sqlite3';

const [file, milliseconds] = process.argv.slice(2);
const sqlite = new Sqlite(file);
for (const pragma of [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'cell_size_check = ON',
  'checkpoint_fullfsync = ON',
  'cache_size = -65536',
  'temp_store = MEMORY',
]) {
  sqlite.pragma(pragma);
}
const tests = sqlite.prepare('select id from mission_tests order by id limit 8').pluck().all();
const actor = sqlite.prepare('select id from users limit 1').pluck().get();
const update = sqlite.prepare(
  'update mission_tests set red_comment = ?, last_actor_id = ?, updated_at = ? where id = ?',
);
let counter = 0;
const write = sqlite.transaction(() => {
  counter += 1;
  const comment = `seen on the console at ${String(counter).padStart(12, '0')}`;
  update.run(comment, actor, new Date().toISOString(), tests[counter % tests.length]);
});

function writesPerSecond(time) {
  const started = performance.now();
  let writes = 0;
  while (performance.now() - started < time) {
    write();
    writes += 1;
  }
  return (writes / (performance.now() - started)) * 1000;
}

writesPerSecond(500);
process.stdout.write(JSON.stringify({ perSecond: writesPerSecond(Number(milliseconds)) }));
sqlite.close();
