import { type ChildProcess, fork } from 'node:child_process';
import type { Bench } from '../bench.ts';
import { type Figure, figureOf, inTurns, type RowResult } from '../measure.ts';
import { forgetPeak, memoryOf } from '../processes.ts';
import type { UploadJob } from '../upload-process.ts';

const mebibyte = 2 ** 20;
const size = 24 * mebibyte;
/** Limit in MiB, used in place of a baseline, which itself holds more. */
const memoryLimit = 64;

/** Uploads of 24 MiB, one and sixteen at once, and the memory they take. */
export async function uploadsRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('small');
  const mission = site.world.visible[0]!;
  const target = site.url(`/api/v1/missions/${mission.id}/tests/${mission.testIds[0]}/evidence`);
  const bare = await bench.baseline('uploads.js', bench.newFolder('uploads'));
  const client = fork(new URL('../upload-process.ts', import.meta.url), { execPath: process.execPath });
  try {
    const upload = (url: string, files: number) => run(client, { url, token: site.token, files, size });
    const idle = memoryOf(site.server.pid).now;
    forgetPeak(site.server.pid);
    const figures: Figure[] = [];
    for (const { what, files, rounds, most } of [
      { what: 'Upload of 24 MiB', files: 1, rounds: 9, most: 1.2 },
      { what: '16 uploads of 24 MiB at once', files: 16, rounds: 5, most: 1.25 },
    ]) {
      const ours = () => upload(target, files);
      const baseline = () => upload(bare.url, files);
      await inTurns(1, ours, baseline);
      figures.push(figureOf(what, 'ms', await inTurns(rounds, ours, baseline), { most }));
    }
    const growth = { ours: (memoryOf(site.server.pid).peak - idle) / mebibyte, baseline: memoryLimit };
    figures.push(figureOf('Peak memory beyond idle while receiving', 'MiB', [growth], { most: 1 }));
    return {
      row: 'uploads',
      baseline: 'a bare server that pipes to a file, hashes and syncs',
      figures,
      notes: [`idle is ${Math.round(idle / mebibyte)} MiB; the memory's baseline is its limit`],
    };
  } finally {
    client.disconnect();
  }
}

async function run(client: ChildProcess, job: UploadJob): Promise<number> {
  const answer = Promise.withResolvers<number>();
  client.once('message', (message: { milliseconds: number } | { error: string }) => {
    if ('error' in message) answer.reject(new Error(message.error));
    else answer.resolve(message.milliseconds);
  });
  client.send(job);
  return answer.promise;
}
