import { rmSync } from 'node:fs';
import path from 'node:path';
import { evidenceForm, newMission, placeOf } from '../missions/factories.ts';
import { startTestServer } from '../servers/server.ts';
import { fillTheDisk } from './fill-the-disk.ts';

/** Run by a test in which the data folder (the argument) is a separate disk with little room; prints the answers. */
const dataDir = process.argv[2] as string;
const filler = path.join(dataDir, 'filler');
const server = await startTestServer({ env: { SVC_DATA_DIR: dataDir } });
const { client, email, password } = server.admin;
const place = placeOf(await newMission(client));
const write = (text: string) => client.patch(place.missionPath, { description: text });

fillTheDisk(filler);
// More than the room that is released takes.
for (let index = 0; index < 2000; index += 1) await write(`${index} ${'x'.repeat(4000)}`);
const refused = await write('one more');
const file = evidenceForm('a file', { name: 'a.txt', type: 'text/plain' });
const attached = await client.request('POST', `${place.path}/evidence`, { raw: file });
const reading = await client.get(place.missionPath);
const signIns = new Set<number>();
for (let index = 0; index < 20; index += 1)
  signIns.add((await server.anonymous.post('/api/v1/auth/login', { email, password })).status);
const deletion = await client.delete(place.missionPath);
rmSync(filler);
const afterwards = await client.post('/api/v1/missions', { name: 'Later' });

process.stdout.write(
  JSON.stringify({
    refused: [refused.status, refused.body.code],
    attached: attached.status,
    reading: reading.status,
    signIns: [...signIns],
    deletion: deletion.status,
    afterwards: afterwards.status,
  }),
);
await server.close();
