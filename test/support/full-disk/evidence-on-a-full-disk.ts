import { request } from 'node:http';
import { listEvidence } from '../../../server/missions/evidence/register.ts';
import { pngOf } from '../missions/evidence-samples.ts';
import { multipart, multipartType, send, startEvidenceHost, upload } from '../servers/evidence-host.ts';

/** Run by a test in which the evidence folder (the argument) has little room; prints the answers. */
const host = await startEvidenceHost(process.argv[2]);
const image = (size: number, seed: number) => ({
  name: 'file',
  fileName: 'a.png',
  type: 'image/png',
  data: pngOf(size, seed),
});

const small = await upload(host.url, [image(100_000, 1)]);
const tooMuch = multipart([image(8 * 1024 * 1024, 2)]);
const declared = await send(host.url, tooMuch);
const undeclared = await new Promise<number>((resolve, reject) => {
  const out = request(host.url, { method: 'POST', headers: { 'content-type': multipartType } });
  out.on('error', reject);
  out.on('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  out.write(tooMuch.subarray(0, 100));
  out.end(tooMuch.subarray(100));
});
const afterwards = await upload(host.url, [image(200_000, 3)]);
const served = await fetch(`${host.url}/${small.body.id}`);
await served.arrayBuffer();

process.stdout.write(
  JSON.stringify({
    small: small.status,
    declared: declared.status,
    undeclared,
    afterwards: afterwards.status,
    served: served.status,
    stored: host.stored().length,
    records: (await listEvidence(host.db, host.testId)).length,
    failures: host.failures.map(String),
  }),
);
await host.close();
