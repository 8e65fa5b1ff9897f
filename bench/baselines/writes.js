// A bare Express handler with a JSON body and one transaction of two rows, as a PUT of one field writes them: the argument is the
// database.
import Sqlite from 'better-sqlite3';
import express from 'express';

const sqlite = new Sqlite(process.argv[2]);
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
const actor = sqlite.prepare('select id from users limit 1').pluck().get();
const updateTest = sqlite.prepare(
  'update mission_tests set red_comment = ?, last_actor_id = ?, updated_at = ? where id = ?',
);
const updateMission = sqlite.prepare('update missions set last_change_at = ? where id = ?');
const write = sqlite.transaction((missionId, testId, comment) => {
  const updatedAt = new Date().toISOString();
  updateTest.run(comment, actor, updatedAt, testId);
  updateMission.run(updatedAt, missionId);
  return updatedAt;
});

const app = express();
app.use(express.json());
app.put('/missions/:missionId/tests/:testId', (request, response) => {
  const { missionId, testId } = request.params;
  const { red_comment } = request.body;
  response.json({ id: testId, red_comment, updated_at: write(missionId, testId, red_comment) });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
