// The lower bound of any server start: its libraries imported, its database open, listening, one answer.
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import express from 'express';
import { Kysely, SqliteDialect } from 'kysely';
import { z } from 'zod';

const database = new Sqlite(path.join(process.env.SVC_DATA_DIR, 'damson.db'));
const db = new Kysely({ dialect: new SqliteDialect({ database }) });
const health = z.object({ users: z.number() });

const app = express();
app.get('/health', async (_request, response) => {
  const counted = db.selectFrom('users').select(({ fn }) => fn.countAll().as('users'));
  response.json(health.parse(await counted.executeTakeFirstOrThrow()));
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
