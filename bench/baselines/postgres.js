// A bare Express handler that reads a row from PostgreSQL by its key and sends its JSON; arguments are the address of the
// database and files, whose texts are stored there and served at /0, /1, ….
import { readFileSync } from 'node:fs';
import express from 'express';
import pg from 'pg';

const [url, ...files] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
await pool.query('create table if not exists answers (id text primary key, body json not null)');
for (const [index, file] of files.entries()) {
  await pool.query(
    'insert into answers values ($1, $2) on conflict (id) do update set body = excluded.body',
    [String(index), readFileSync(file, 'utf8')],
  );
}
const app = express();
app.get('/:id', async (request, response) => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'select body from answers where id = $1',
    values: [request.params.id],
  });
  response.json(rows[0].body);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
