import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refusal } from '../server/refusals.ts';
import { explainRefusal, explainUnopened } from './explanations.ts';
import { decideAfterDeath, makeQuitQuestion, makeReloadQuestion, Quit } from './lifecycle.ts';

describe('a server that died', () => {
  const cases: [number, string][] = [
    [1, 'restart'],
    [2, 'ask'],
    [3, 'ask'],
  ];
  for (const [deaths, next] of cases) {
    it(`${deaths} times: ${next}`, () => assert.equal(decideAfterDeath(deaths), next));
  }
});

describe('the question before quitting', () => {
  const nothing = { unsaved: 0, uploads: 0, isShared: false, isRestoring: false };
  const cases: [number, number, string | null][] = [
    [0, 0, null],
    [1, 0, 'Quit and lose 1 unsaved field?'],
    [3, 0, 'Quit and lose 3 unsaved fields?'],
    [0, 1, 'Quit and lose 1 unfinished upload?'],
    [0, 2, 'Quit and lose 2 unfinished uploads?'],
    [1, 2, 'Quit and lose 1 unsaved field and 2 unfinished uploads?'],
  ];
  for (const [unsaved, uploads, message] of cases) {
    it(`with ${unsaved} fields and ${uploads} uploads: ${message ?? 'nothing'}`, () => {
      assert.equal(makeQuitQuestion({ ...nothing, unsaved, uploads })?.message ?? null, message);
    });
  }

  it('says that the team would be disconnected', () => {
    const question = makeQuitQuestion({ ...nothing, isShared: true });
    assert.equal(question?.message, 'Quit and stop sharing on the network?');
    assert.match(question?.detail ?? '', /disconnected/);
  });
  it('lists everything at once', () => {
    assert.equal(
      makeQuitQuestion({ unsaved: 1, uploads: 0, isShared: true, isRestoring: true })?.message,
      'Quit and lose 1 unsaved field, cancel opening the backup, and stop sharing on the network?',
    );
    assert.equal(
      makeQuitQuestion({ ...nothing, uploads: 1, isRestoring: true })?.message,
      'Quit and lose 1 unfinished upload and cancel opening the backup?',
    );
  });
});

describe('the question before a reload', () => {
  it('is not asked if nothing would be lost', () => {
    assert.equal(makeReloadQuestion({ unsaved: 0, uploads: 0 }), null);
  });
  it('names unsaved fields and uploads', () => {
    assert.equal(
      makeReloadQuestion({ unsaved: 2, uploads: 1 })?.message,
      'Reload and lose 2 unsaved fields and 1 unfinished upload?',
    );
  });
});

describe('quitting', () => {
  function quitting(answers: boolean[], end: () => Promise<void> = async () => {}) {
    const steps: string[] = [];
    const quit = new Quit({
      mayQuit: async () => {
        steps.push('ask');
        return answers.shift() ?? false;
      },
      end: async () => {
        steps.push('end');
        await end();
      },
      leave: () => steps.push('leave'),
    });
    return { quit, steps };
  }

  it('asks, ends and leaves', async () => {
    const { quit, steps } = quitting([true]);
    assert.equal(await quit.request(), true);
    assert.deepEqual(steps, ['ask', 'end', 'leave']);
    assert.ok(quit.hasLeft);
  });

  it('changes nothing if the person stays, and asks again next time', async () => {
    const { quit, steps } = quitting([false, true]);
    assert.equal(await quit.request(), false);
    assert.ok(!quit.hasLeft);
    assert.deepEqual(steps, ['ask']);
    assert.equal(await quit.request(), true);
    assert.deepEqual(steps, ['ask', 'ask', 'end', 'leave']);
  });

  it('asks once, however often it is requested', async () => {
    const { quit, steps } = quitting([true, true, true]);
    const first = quit.request();
    assert.equal(await quit.request(), false);
    await first;
    assert.equal(await quit.request(), false);
    assert.deepEqual(steps, ['ask', 'end', 'leave']);
  });

  it('holds windows until everything has ended', async () => {
    const ended = Promise.withResolvers<void>();
    const { quit, steps } = quitting([true], () => ended.promise);
    const leaving = quit.request();
    await new Promise(setImmediate);
    assert.deepEqual(steps, ['ask', 'end']);
    assert.ok(!quit.hasLeft);
    ended.resolve();
    await leaving;
    assert.ok(quit.hasLeft);
  });

  it('quits even if something cannot be ended', async () => {
    const { quit, steps } = quitting([true], () => Promise.reject(new Error('stuck')));
    await assert.rejects(quit.request());
    assert.deepEqual(steps, ['ask', 'end', 'leave']);
  });

  it('can be requested again if the question failed', async () => {
    let fails = true;
    const quit = new Quit({
      mayQuit: async () => {
        if (fails) throw new Error('no dialog');
        return true;
      },
      end: async () => {},
      leave: () => {},
    });
    await assert.rejects(quit.request());
    fails = false;
    assert.equal(await quit.request(), true);
  });

  it('does not ask if there is nothing to lose', async () => {
    const { quit, steps } = quitting([]);
    await quit.force();
    await quit.force();
    assert.deepEqual(steps, ['end', 'leave']);
  });

  it('restarts only if it really quits', async () => {
    const { quit } = quitting([false, true]);
    let again = 0;
    quit.relaunch = () => {
      again += 1;
    };
    await quit.request();
    assert.equal(again, 0);
    await quit.request();
    assert.equal(again, 1);
  });
});

describe("a data folder that can't be opened", () => {
  const folder = '/home/ada/.local/share/damson';
  const cases: [Refusal | null, RegExp, number][] = [
    [{ code: 'in_use', message: 'm' }, /already running/, 1],
    [{ code: 'not_writable', message: 'm' }, /can't write/, 1],
    [{ code: 'newer', message: 'm' }, /newer Damson/, 1],
    [{ code: 'too_old', message: 'm' }, /before 0\.1\.0/, 1],
    [{ code: 'damaged', message: 'm' }, /damaged/, 1],
    [{ code: 'foreign', message: 'm' }, /not Damson's/, 1],
    [{ code: 'unsuitable', message: 'm' }, /could not be started/, 1],
    [{ code: 'listen', message: 'm' }, /could not be started/, 1],
    [{ code: 'storage', message: 'm' }, /disk/, 74],
    [{ code: 'settings', message: 'm' }, /settings/, 78],
    [null, /could not be started/, 1],
  ];
  for (const [refusal, message, exitCode] of cases) {
    it(`${refusal?.code ?? 'for no reason that is known'}: in plain words, with exit code ${exitCode}`, () => {
      const explained = explainRefusal(refusal, folder);
      assert.match(explained.message, message);
      assert.equal(explained.exitCode, exitCode);
      if (exitCode !== 78) assert.ok(explained.detail.includes(folder));
    });
  }
});

describe("a backup that can't be unpacked", () => {
  const file = '/media/stick/exercise.damson';
  const folder = '/home/ada/.local/share/damson-exercise-20261121-090000';
  const storage = (code: string, path: string | null = null): Refusal => ({
    code: 'storage',
    message: 'm',
    cause: { code, path },
  });
  const cases: [string, Refusal | null, RegExp][] = [
    [
      'on a full disk',
      storage('ENOSPC'),
      /not enough space on the disk[\s\S]*\/home\/ada\/\.local\/share \(ENOSPC\)/,
    ],
    [
      'for want of room that was seen beforehand',
      { code: 'backup', message: 'm', cause: { code: 'ENOSPC', path: null } },
      /Free some space/,
    ],
    ['beyond a quota', storage('EDQUOT'), /Free some space/],
    ['into a full database', storage('SQLITE_FULL'), /Free some space/],
    ['that is gone', storage('ENOENT', file), /no longer exists/],
    ['that may not be read', storage('EACCES', file), /not allowed to read this file/],
    ['where nothing may be written', storage('EACCES', folder), /start Damson with a data folder elsewhere/],
    ['on a disk that is only read', storage('EROFS', folder), /its disk is writable[\s\S]*\(EROFS\)/],
    [
      "into a folder that can't be made",
      { code: 'not_writable', message: 'm', cause: { code: 'EPERM', path: folder } },
      /its disk is writable/,
    ],
    [
      'for a reason it gives',
      { code: 'backup', message: 'the backup is cut off' },
      /^the backup is cut off$/,
    ],
    ['on a failing disk', storage('EIO', file), /\(EIO\)[\s\S]*Show log file/],
    ['since its process has ended', null, /ended unexpectedly[\s\S]*Show log file/],
  ];
  for (const [why, refusal, expected] of cases) {
    it(`${why}: ${expected.source}`, () => assert.match(explainUnopened(refusal, file, folder), expected));
  }
});
