// A bare Express handler that sends the same bytes: arguments are files, served at /0, /1, ….
import { readFileSync } from 'node:fs';
import express from 'express';

const app = express();
for (const [index, file] of process.argv.slice(2).entries()) {
  const value = JSON.parse(readFileSync(file, 'utf8'));
  app.get(`/${index}`, (_request, response) => {
    response.json(value);
  });
}
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
