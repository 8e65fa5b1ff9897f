// What nothing can start faster than: Express and better-sqlite3 imported, listening, one answer.
import 'better-sqlite3';
import express from 'express';

const app = express();
app.get('/health', (_request, response) => {
  response.json({ status: 'ok' });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
