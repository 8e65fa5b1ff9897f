// What nothing can start faster than: the libraries imported, a database opened, listening, one answer.
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import express from 'express';
import { Kysely, SqliteDialect } from 'kysely';
import { z } from 'zod';

const sqlite = new Sqlite(path.join(process.env.SVC_DATA_DIR, 'damson.db'));
sqlite.pragma('journal_mode = wal');
const db = new Kysely({ dialect: new SqliteDialect({ database: sqlite }) });
const health = z.object({ status: z.literal('ok'), tables: z.number() });

const app = express();
app.get('/health', async (_request, response) => {
  const tables = await db.introspection.getTables();
  response.json(health.parse({ status: 'ok', tables: tables.length }));
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
