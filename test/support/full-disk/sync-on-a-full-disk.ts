import { rmSync } from 'node:fs';
import path from 'node:path';
import { startTestServer } from '../servers/server.ts';
import { fillTheDisk } from './fill-the-disk.ts';

/** Run by a test in which the folder for temporary files (the argument) is a separate disk; prints the answers. */
const place = process.argv[2] as string;
process.env.TMPDIR = place;
const broken: unknown[] = [];
const server = await startTestServer({ seams: { onStorageBroken: (error) => broken.push(error) } });
const { client } = server.admin;
const sync = () => client.post('/api/v1/catalog/sync', { source: 'bundled' });

// A restart, because the log keeps its full size while a server runs.
await server.restart();
const filler = path.join(place, 'filler');
rmSync(path.join(server.dataDir, 'ballast'));
fillTheDisk(filler);
const refused = await sync();
const { body: status } = await client.get('/api/v1/catalog/status');
const { body: history } = await client.get('/api/v1/audit?object_type=catalogue');
rmSync(filler);
const again = await sync();

process.stdout.write(
  JSON.stringify({
    refused: [refused.status, refused.body.code],
    tactics: status.counts.tactics,
    history: history.total,
    again: again.status,
    broken: broken.length,
  }),
);
await server.close();
