import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Execution,
  executions,
  judgeByTrap,
  type Labelled,
  labelled,
  readyAlerts,
  type TrapResult,
} from '../../../test/support/alerts/labelled-set.ts';
import { KnownClocks, measureClocks } from '../clocks/rules.ts';
import { toReady } from './candidates.ts';
import { readAlert } from './read.ts';
import { suggest } from './suggest.ts';

describe('the labelled set of alerts', () => {
  const results = judgeByTrap();
  const report = JSON.stringify(results, null, 1);
  const sum = (of: Exclude<keyof TrapResult, 'trap'>) => results.reduce((all, one) => all + one[of], 0);

  it('has 60 executions and 300 alerts', () => {
    assert.deepEqual([executions.length, labelled.length], [60, 300]);
  });

  it('gets sure suggestions that are right in at least 98 of 100', () => {
    assert.ok(sum('sure') >= 80, report);
    assert.ok(sum('surelyRight') / sum('sure') >= 0.98, report);
  });

  it('has the right test among the suggestions in at least 95 of 100', () => {
    assert.ok(sum('offered') / sum('ours') >= 0.95, report);
  });

  const offsets: [trap: string, seconds: number, sure: boolean][] = [
    ['clock ahead', 7 * 60, true],
    ['clock behind', -7 * 60, true],
    ['zone lost', 2 * 3600, true],
  ];
  for (const [trap, expected, isSure] of offsets) {
    it(`gets right suggestions once a clock is confirmed: ${trap}`, () => {
      const some = labelled.filter((one) => one.trap === trap);
      const pairs = some.slice(0, 3).map(({ truth, sent }) => {
        const { alert } = readAlert({ source: 'siem', ...sent });
        const { test_id, run, start, end } = truth as Execution;
        return { hosts: alert.hosts, at: Date.parse(alert.occurred_at as string), test_id, run, start, end };
      });
      const [[host, measured] = ['', null], ...others] = measureClocks(pairs);
      assert.deepEqual([others.length, measured?.pairs], [0, 3]);
      const seconds = measured?.seconds ?? 0;
      assert.ok(Math.abs(seconds - expected) <= 5, String(seconds));
      const clocks = new KnownClocks([[host, seconds]]);
      const rest = some.slice(3);
      const ready = rest.map(({ sent }, index) =>
        toReady(String(index), readAlert({ source: 'siem', ...sent }).alert, { clocks }),
      );
      for (const { alert_id, suggestions } of suggest(ready, executions)) {
        const { truth } = rest[Number(alert_id)] as Labelled;
        const [best] = suggestions;
        assert.deepEqual([best?.test_id, best?.run], [truth?.test_id, truth?.run], trap);
        if (isSure) assert.equal(best?.band, 'sure', JSON.stringify(best));
      }
    });
  }

  it('gets the same suggestions each time', () => {
    assert.deepEqual(suggest(readyAlerts, executions), suggest(readyAlerts, executions));
  });
});
