// A bare server that pipes the request to a file, hashes it and syncs it: the argument is the folder.
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, fsync } from 'node:fs';
import { createServer } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const folder = process.argv[2];
const sync = promisify(fsync);
const server = createServer(async (request, response) => {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(`${folder}/${randomUUID()}`, { autoClose: false });
  await pipeline(request, hashing, file);
  await sync(file.fd);
  closeSync(file.fd);
  response.writeHead(201).end(hash.digest('hex'));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${server.address().port}"}\n`);
});
process.once('SIGTERM', () => process.exit());
