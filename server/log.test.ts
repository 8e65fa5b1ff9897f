import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { createLog, toTrace } from './log.ts';

describe('the log', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-log-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  function written(
    level: Parameters<typeof createLog>[0],
    work: (log: ReturnType<typeof createLog>) => void,
  ): string {
    const file = path.join(folder, `${level}.log`);
    const handle = openSync(file, 'w');
    work(createLog(level, handle));
    closeSync(handle);
    return readFileSync(file, 'utf8');
  }

  test('writes one JSON object per line, whatever a field contains', () => {
    const text = written('debug', (log) => {
      log.info({ event: 'request', path: '/a\n{"level":"fatal"}\u2028', missing: undefined });
      log.error({ event: 'failure', code: null, stack: ['at a', 'at b'] });
    });
    const lines = text.trimEnd().split('\n');
    assert.equal(lines.length, 2);
    const [first, second] = lines.map((line) => JSON.parse(line));
    assert.deepEqual(Object.keys(first), ['level', 'time', 'event', 'path']);
    assert.equal(first.level, 'info');
    assert.match(first.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(second.stack, ['at a', 'at b']);
  });

  const kept = [
    ['silent', 0],
    ['fatal', 1],
    ['error', 2],
    ['warn', 3],
    ['info', 4],
    ['debug', 5],
    ['trace', 6],
  ] as const;
  for (const [level, lines] of kept) {
    test(`keeps ${lines} of six events at ${level}`, () => {
      const text = written(level, (log) => {
        for (const name of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
          log[name]({ event: name });
          assert.equal(
            log.isLevelEnabled(name),
            ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].indexOf(name) < lines,
          );
        }
      });
      assert.equal(text.split('\n').length - 1, lines);
    });
  }

  test('writes announcements at every level', () => {
    for (const level of ['silent', 'fatal', 'info', 'trace'] as const) {
      const text = written(level, (log) => log.announce({ event: 'listening' }));
      const { event, level: shown } = JSON.parse(text);
      assert.deepEqual([event, shown], ['listening', 'info'], level);
    }
  });

  test('does not wait for a reader that has stopped reading', async () => {
    const module = new URL('./log.ts', import.meta.url).href;
    const script = `const { createLog } = await import(${JSON.stringify(module)});
      const log = createLog('info');
      for (let line = 0; line < 20_000; line += 1) log.info({ event: 'request', text: 'x'.repeat(1000) });
      process.send(process.stdout.writableLength);
      process.exit();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [waiting] = (await once(child, 'message')) as [number];
    assert.ok(waiting > 0 && waiting < 5 * 1024 * 1024, String(waiting));
    await once(child, 'exit');
  });

  test('continues when it has no readers left', () => {
    createLog('info', 1_000_000).info({ event: 'unheard' });
  });
});

describe('where an error happened', () => {
  const secret = 'net user ada hunter2';

  test('is logged by its stack frames', () => {
    const { name, code, stack } = toTrace(Object.assign(new TypeError('x'), { code: 'ENOSPC' }));
    assert.deepEqual([name, code], ['TypeError', 'ENOSPC']);
    assert.match(stack[0] ?? '', /^at .*log\.test\.ts:\d+:\d+\)?$/);
  });

  const hostile: [string, unknown][] = [
    ['in its message', new Error(`no ${secret}`)],
    ['in lines of its message that look like frames', new Error(`x\n    at ${secret} (file:///a.ts:1:1)\ny`)],
    ['in a message of several errors', new Error(new Error(`x\n    at ${secret}`).stack)],
    [
      'in a message that was changed',
      Object.assign(new Error(`x\n    at ${secret}`), { message: 'another' }),
    ],
    ['in its name', Object.assign(new Error('x'), { name: secret })],
    ['in its code', Object.assign(new Error('x'), { code: secret })],
    ['in a stack that is none', Object.assign(new Error('x'), { stack: `    at ${secret}` })],
    ['and is no error', secret],
  ];
  for (const [where, error] of hostile) {
    test(`is logged without the text ${where}`, () =>
      assert.ok(!JSON.stringify(toTrace(error)).includes('hunter2')));
  }
});
