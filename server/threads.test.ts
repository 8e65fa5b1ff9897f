import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInThread, type ThreadWork } from './threads.ts';

describe('a thread', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'damson-threads-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs these lines in a thread with `parentPort` and `task`. */
  const run = (lines: string, work: Partial<ThreadWork> = {}, stop = new AbortController().signal) => {
    const file = path.join(folder, `${crypto.randomUUID()}.mjs`);
    writeFileSync(
      file,
      `import { parentPort, workerData } from 'node:worker_threads';\nconst { task } = workerData;\n${lines}\n`,
    );
    const fail = (message: string) => () => new Error(message);
    return runInThread<unknown, unknown>(
      {
        module: pathToFileURL(file),
        task: null,
        memory: { old: 64, young: 8 },
        milliseconds: 30_000,
        problems: {
          memory: fail('memory'),
          time: (milliseconds) => new Error(`time: ${milliseconds}`),
          ended: fail('ended'),
          stopped: fail('stopped'),
          failed: (error) => error,
        },
        ...work,
      },
      stop,
      (message, thread) => {
        const { within } = message as { within?: number };
        if (within === undefined) thread.resolve(message);
        else thread.endWithin(within);
      },
    );
  };
  const spin = 'for (;;);';
  const wait = (milliseconds: number) =>
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;

  it('answers with what it made of its task', async () => {
    assert.deepEqual(await run('parentPort.postMessage({ of: task });', { task: 7 }), { of: 7 });
  });

  it('is ended after computing for too long', async () => {
    await assert.rejects(run(spin, { milliseconds: 300 }), /^Error: time: 300$/);
  });

  it('is not ended for waiting on a busy machine', async () => {
    const answer = `${wait(1200)} parentPort.postMessage('there');`;
    assert.equal(await run(answer, { milliseconds: 1000 }), 'there');
  });

  it('is ended when it waits forever', async () => {
    await assert.rejects(run(wait(600_000), { milliseconds: 50 }), /^Error: time: 50$/);
  });

  it('is ended after the elapsed time it is given while it runs, even if it only waits', async () => {
    for (const work of [spin, wait(600_000)]) {
      await assert.rejects(run(`parentPort.postMessage({ within: 300 }); ${work}`), /^Error: time: 300$/);
    }
  });

  it('is ended when it is stopped, even before it begins', async () => {
    const control = new AbortController();
    const running = run(spin, {}, control.signal);
    control.abort();
    await assert.rejects(running, /^Error: stopped$/);
    await assert.rejects(run(spin, {}, AbortSignal.abort()), /^Error: stopped$/);
  });

  it('fails with the thrown error or the problem given for it', async () => {
    await assert.rejects(run('throw new Error("broken");'), /broken/);
    await assert.rejects(run('process.exit(3);'), /^Error: ended$/);
    const problems = {
      memory: () => new Error('memory'),
      time: () => new Error('time'),
      ended: () => new Error('ended'),
      stopped: () => new Error('stopped'),
      failed: () => new Error('failed'),
    };
    await assert.rejects(run('throw new Error("broken");', { problems }), /^Error: failed$/);
  });

  it('runs out of its own memory', async () => {
    const lines = 'const all = []; for (;;) all.push(new Array(10_000).fill({}));';
    await assert.rejects(run(lines), /^Error: memory$/);
  });
});
