import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

const bounds = { atOnce: 2, waiting: 6, waitingOfPerson: 3 };
const never = new AbortController().signal;

/** People who take turns, with names such as `ann 1`; `begun` lists those whose turn has come, in order. */
function room(given = bounds) {
  const turns = new Turns(given);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask: async (name: string, stop = never): Promise<void> => {
      const end = await turns.take(name.split(' ')[0]!, stop);
      begun.push(name);
      ends.set(name, end);
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)!();
      await nextTurn();
    },
  };
}

describe('turns at work', () => {
  const table: [what: string, asked: string[], ended: string[], begun: string[]][] = [
    ['one of a person at a time', ['ann 1', 'ann 2'], [], ['ann 1']],
    ['the next of a person once the first is over', ['ann 1', 'ann 2'], ['ann 1'], ['ann 1', 'ann 2']],
    ['as many people at once as may be', ['ann 1', 'bob 1', 'cem 1'], [], ['ann 1', 'bob 1']],
    [
      'whoever had no turn before who had one',
      ['ann 1', 'bob 1', 'ann 2', 'ann 3', 'cem 1', 'dan 1'],
      ['ann 1', 'cem 1'],
      ['ann 1', 'bob 1', 'cem 1', 'dan 1'],
    ],
    [
      'whose turn is longest ago',
      ['ann 1', 'bob 1', 'ann 2', 'bob 2'],
      ['bob 1', 'bob 2', 'ann 1'],
      ['ann 1', 'bob 1', 'bob 2', 'ann 2'],
    ],
  ];
  for (const [what, asked, ended, begun] of table) {
    it(`let begin ${what}`, async () => {
      const here = room();
      for (const name of asked) void here.ask(name);
      await nextTurn();
      for (const name of ended) await here.end(name);
      assert.deepEqual(here.begun, begun);
    });
  }

  it('refuse more than one person’s or everyone’s limit', async () => {
    const here = room();
    for (const name of ['ann 1', 'ann 2', 'ann 3', 'ann 4']) void here.ask(name);
    await assert.rejects(here.ask('ann 5'), { code: 'too_many_requests' });
    for (const name of ['bob 1', 'cem 1', 'cem 2', 'cem 3']) void here.ask(name);
    await assert.rejects(here.ask('dan 1'), { code: 'too_many_requests' });
    await here.end('ann 1');
    assert.deepEqual(here.begun, ['ann 1', 'bob 1', 'cem 1']);
    void here.ask('dan 2');
    await here.end('bob 1');
    assert.deepEqual(here.begun.at(-1), 'dan 2');
  });

  it('continue when a caller stops waiting', async () => {
    const here = room();
    const stop = new AbortController();
    for (const name of ['ann 1', 'bob 1']) void here.ask(name);
    const waiting = here.ask('cem 1', stop.signal);
    void here.ask('dan 1');
    stop.abort();
    await assert.rejects(waiting, { code: 'unavailable' });
    await assert.rejects(here.ask('cem 2', stop.signal), { code: 'unavailable' });
    await here.end('ann 1');
    assert.deepEqual(here.begun, ['ann 1', 'bob 1', 'dan 1']);
  });
});
