import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadWords } from '../../../words.ts';
import { describeContents, describeProgress, formatAgo, isOverdue } from './backup-words.ts';

await loadWords('en', 'administration');

const now = Date.parse('2026-11-20T12:00:00.000Z');

describe('words of the page of backups', () => {
  for (const [at, words] of [
    ['2026-11-20T11:59:30.000Z', 'just now'],
    ['2026-11-20T12:00:30.000Z', 'just now'],
    ['2026-11-20T11:55:00.000Z', '5 minutes ago'],
    ['2026-11-20T10:00:00.000Z', '2 hours ago'],
    ['2026-11-19T12:00:00.000Z', 'yesterday'],
    ['2026-11-10T12:00:00.000Z', '10 days ago'],
  ] as const) {
    test(`${at} was ${words}`, () => assert.equal(formatAgo(at, now), words));
  }

  test('one is due when none is newer than a day', () => {
    assert.equal(isOverdue(null, now), true);
    assert.equal(isOverdue({ made_at: '2026-11-19T12:00:00.000Z' }, now), false);
    assert.equal(isOverdue({ made_at: '2026-11-19T11:59:59.999Z' }, now), true);
  });

  test('contents of a backup, without empty ones', () => {
    const none = { missions: 0, mission_tests: 0, evidence: 0, engagements: 0, simulations: 0 };
    const counts = { ...none, users: 1, simulation_outputs: 0, simulation_evidence: 0, report_files: 0 };
    assert.equal(describeContents(counts), '1 user');
    const more = {
      ...counts,
      missions: 1200,
      evidence: 2,
      simulation_outputs: 1,
      simulation_evidence: 4,
      report_files: 2,
      users: 3,
    };
    assert.equal(describeContents(more), `${(1200).toLocaleString()} missions, 9 files, 3 users`);
  });

  test('how far a job is', () => {
    const words = { database: 'D', files: 'F', archive: 'A' };
    assert.deepEqual(describeProgress({ phase: 'database', done: 0, total: 0 }, words), {
      text: 'D',
      percent: null,
    });
    assert.deepEqual(describeProgress({ phase: 'files', done: 1, total: 3 }, words), {
      text: 'F: 1 of 3',
      percent: 33,
    });
    assert.deepEqual(describeProgress({ phase: 'archive', done: 50, total: 100 }, words), {
      text: 'A: 50 %',
      percent: 50,
    });
  });
});
