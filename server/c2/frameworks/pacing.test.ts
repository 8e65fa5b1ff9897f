import assert from 'node:assert/strict';
import test from 'node:test';
import { C2Error } from './adapter.ts';
import { Pacing } from './pacing.ts';

const down = () => new C2Error('unreachable', 'down');

function paced() {
  let now = 0;
  let asked = 0;
  const pacing = new Pacing(() => now);
  return {
    pacing,
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Number of times the question was asked. */
    asked: () => asked,
    answering:
      (milliseconds = 0) =>
      async (begin: () => void) => {
        asked += 1;
        begin();
        now += milliseconds;
        return asked;
      },
    failing:
      (error: unknown = down(), milliseconds = 0) =>
      async () => {
        asked += 1;
        now += milliseconds;
        throw error;
      },
  };
}

const retryIn = (milliseconds: number | undefined) => (error: unknown) => {
  assert.ok(error instanceof C2Error);
  assert.equal(error.retryInMs, milliseconds);
  return true;
};

test('callers at the same time share an answer, and each question is its own', async () => {
  const { pacing, answering } = paced();
  const ask = (key: string) => pacing.ask(key, answering());
  assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')]), [1, 1, 2, 1]);
});

test('an answer stands for five times as long as it took, waiting for a turn not counted', async () => {
  const { pacing, answering, later } = paced();
  const ask = (manner = {}) => pacing.ask('a', answering(100), manner);
  const queued = pacing.ask('a', async (begin) => {
    later(10_000);
    return answering(100)(begin);
  });
  assert.equal(await queued, 1);
  assert.equal(pacing.stands('a'), true);
  later(499);
  assert.equal(await ask(), 1);
  assert.equal(await ask({ byHand: true }), 1);
  assert.equal(await ask({ fresh: true }), 2);
  later(500);
  assert.equal(pacing.stands('a'), false);
  assert.equal(await ask(), 3);
});

test('an answer that is not kept is asked for again', async () => {
  const { pacing, answering } = paced();
  const ask = () => pacing.ask('a', answering(100), { keep: false });
  assert.deepEqual([await ask(), await ask()], [1, 2]);
});

test('a failure stands for five seconds, then twice as long each time, up to 30 s', async () => {
  const { pacing, failing, answering, later, asked } = paced();
  for (const seconds of [5, 10, 20, 30, 30, 30]) {
    const before = asked();
    await assert.rejects(pacing.ask('a', failing()), retryIn(seconds * 1_000));
    later(seconds * 1_000 - 1);
    await assert.rejects(pacing.ask('a', failing()), retryIn(1));
    assert.equal(asked(), before + 1);
    later(1);
  }
  await pacing.ask('a', answering());
  await assert.rejects(pacing.ask('a', failing()), retryIn(5_000));
});

test('an answer that took long stands five times as long, up to 30 s', async () => {
  const { pacing, failing } = paced();
  await assert.rejects(pacing.ask('a', failing(down(), 10_000)), retryIn(30_000));
  await assert.rejects(pacing.ask('b', failing(down(), 2_000)), retryIn(10_000));
});

test('a person does not wait after a failure, and nobody does once told to try again now', async () => {
  const { pacing, failing, asked } = paced();
  await assert.rejects(pacing.ask('a', failing()), retryIn(5_000));
  await assert.rejects(pacing.ask('a', failing(), { byHand: true }), retryIn(10_000));
  pacing.tryNow();
  await assert.rejects(pacing.ask('a', failing()), retryIn(20_000));
  assert.equal(asked(), 3);
});

test('a failure of one task is no failure of the framework, nor is a fault of ours', async () => {
  const { pacing, failing, asked } = paced();
  for (const reason of ['not_found', 'not_finished', 'too_large'] as const) {
    await assert.rejects(pacing.ask('a', failing(new C2Error(reason, 'x'))), retryIn(undefined));
  }
  await assert.rejects(pacing.ask('a', failing(new TypeError('x'))), TypeError);
  assert.equal(asked(), 4);
});

test('the oldest of very many questions are forgotten', async () => {
  const { pacing, answering } = paced();
  for (let n = 0; n < 1_001; n += 1) await pacing.ask(`question ${n}`, answering(1));
  assert.equal(pacing.stands('question 0'), false);
  assert.equal(await pacing.ask('question 1000', answering(1)), 1_001);
});
