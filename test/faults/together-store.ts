import { S3Store } from '../support/servers/s3-store.ts';

// The tests' store as a separate process: <folder> <secret> <port, or 0>.
const [folder, secretAccessKey, port] = process.argv.slice(2) as [string, string, string];
const store = await new S3Store({ folder, secretAccessKey }).start(Number(port));
process.stdout.write(`${JSON.stringify({ event: 'listening', url: store.endpoint })}\n`);
// Keeps the process alive, which the store's connections don't.
setInterval(() => {}, 60_000);
