import { request } from 'node:http';
import { pngOf } from '../missions/evidence-samples.ts';
import { attach, evidenceForm, newMission, placeOf, readTest } from '../missions/factories.ts';
import { filesBelow, multipart, multipartType } from '../servers/evidence-host.ts';
import { startTestServer } from '../servers/server.ts';

/** Run by a test in which the evidence folder (the argument) has little room; prints the answers. */
const root = process.argv[2] as string;
const server = await startTestServer({ env: { EVIDENCE_DIR: root } });
const { client, email, password } = server.admin;
const place = placeOf(await newMission(client));
const image = (size: number, seed: number) =>
  evidenceForm(new Uint8Array(pngOf(size, seed)), { name: 'a.png', type: 'image/png' });

const first = await attach(client, place, image(100_000, 1));
const declared = await attach(client, place, image(8 * 1024 * 1024, 2));
const undeclared = await new Promise<number>((resolve, reject) => {
  const out = request(`${server.url}${place.path}/evidence`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': multipartType },
  });
  out.on('error', reject);
  out.on('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  const data = pngOf(8 * 1024 * 1024, 3);
  const form = multipart([{ name: 'file', fileName: 'a.png', type: 'image/png', data }]);
  out.write(form.subarray(0, 100));
  out.end(form.subarray(100));
});
const health = await server.anonymous.get('/api/v1/health');
const signIn = await server.anonymous.post('/api/v1/auth/login', { email, password });
const file = await fetch(`${server.url}/api/v1/evidence/${first.body.id}`, {
  headers: { authorization: `Bearer ${client.token}` },
});
const bytes = Buffer.from(await file.arrayBuffer());
const removed = await client.delete(`/api/v1/evidence/${first.body.id}`);
const afterwards = await attach(client, place, image(200_000, 4));

process.stdout.write(
  JSON.stringify({
    before: first.status,
    declared: [declared.status, declared.body.code],
    undeclared,
    health: health.status,
    signIn: signIn.status,
    served: [file.status, bytes.equals(pngOf(100_000, 1))],
    removed: removed.status,
    afterwards: afterwards.status,
    records: (await readTest(client, place)).evidence.length,
    stored: filesBelow(root).filter((name) => !name.startsWith('damson.lock')).length,
  }),
);
await server.close();
