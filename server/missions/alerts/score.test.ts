import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AlertReason, alertPoints } from '../../../domain/alerts.ts';
import { KnownClocks } from '../clocks/rules.ts';
import { toReady } from './candidates.ts';
import { readHosts, readWords } from './normal.ts';
import { readAlert } from './read.ts';
import { type ReadyRun, score } from './score.ts';

const start = '2026-09-01T08:00:00Z';
const end = '2026-09-01T08:00:10Z';

function run(fields: Partial<ReadyRun> & { host?: string; command?: string; clean?: string }): ReadyRun {
  const { host, command, clean, ...rest } = fields;
  const { names, addresses } = readHosts([host ?? null]);
  return {
    test_id: 't',
    run: 1,
    start: Date.parse(start),
    end: Date.parse(end),
    hosts: names,
    addresses,
    users: [],
    pid: null,
    techniques: [],
    rules: new Set(),
    words: readWords(command ?? null),
    cleanup: readWords(clean ?? null),
    ...rest,
  };
}

const comparing = {
  weigh: () => 1,
  weighRun: ({ size }: ReadonlySet<string>) => size,
  isOnce: (word: string): boolean => word === 'lonesome',
};

type Row = [
  what: string,
  alert: Record<string, unknown>,
  of: Parameters<typeof run>[0],
  kinds: AlertReason[],
];

const at = (occurred_at: string) => ({ occurred_at });
const command = (command_line: string) => ({ process: { command_line } });

const rows: Row[] = [
  ['the whole name of a host', { hosts: 'WS01.corp.example.' }, { host: 'ws01.corp.example' }, ['host_same']],
  ['its first label', { hosts: ['CORP\\WS01$'] }, { host: 'ws01.corp.example' }, ['host_name']],
  ['its cut name', { hosts: ['workstation-num'] }, { host: 'workstation-number-7' }, ['host_cut']],
  [
    'its address, any of several',
    { hosts: ['10.0.0.9', '10.0.0.5'] },
    { host: 'ws01 (10.0.0.5)' },
    ['host_address'],
  ],
  ['a name in another domain', { hosts: ['ws01.a.example'] }, { host: 'ws01.b.example' }, ['host_other']],
  ['another host', { hosts: ['ws02'] }, { host: 'ws01' }, ['host_other']],
  ['placeholders for a host', { hosts: ['-', 'n/a', 'None', null] }, { host: 'ws01' }, []],

  ['a moment in the run', at('2026-09-01T08:00:04Z'), {}, ['time_within']],
  ['whole seconds', at('2026-09-01T07:59:56Z'), {}, ['time_within']],
  ['two minutes after', at('2026-09-01T08:02:00Z'), {}, ['time_soon']],
  ['ten minutes after', at('2026-09-01T08:10:00Z'), {}, ['time_later']],
  ['fifty minutes after', at('2026-09-01T08:50:00Z'), {}, ['time_late']],
  ['hours after', at('2026-09-01T10:20:00Z'), {}, []],
  ['a minute before', at('2026-09-01T07:59:00Z'), {}, ['time_near']],
  ['ten minutes before', at('2026-09-01T07:50:00Z'), {}, ['time_before']],
  ['a moment two hours off', at('2026-09-01T10:00:03Z'), {}, ['time_zone']],
  ['a moment five and a half hours off', at('2026-09-01T02:30:03Z'), {}, ['time_zone']],
  [
    'the clock of a host that is ahead, once confirmed',
    { ...at('2026-09-01T08:05:03Z'), hosts: 'fast' },
    { host: 'fast.corp.example' },
    ['host_name', 'time_within'],
  ],
  [
    'a minute before, by a confirmed clock',
    { ...at('2026-09-01T08:04:00Z'), hosts: 'fast' },
    { host: 'fast' },
    ['host_same', 'time_before'],
  ],
  [
    'fifty minutes after, by a confirmed clock',
    { ...at('2026-09-01T08:55:00Z'), hosts: 'fast' },
    { host: 'fast' },
    ['host_same', 'time_late'],
  ],
  ['a run without an end', at('2026-09-01T08:01:40Z'), { end: null }, ['time_within']],
  ['the same technique', { techniques: ['T1059.001'] }, { techniques: ['T1059.001'] }, ['technique_same']],
  ['a sub-technique', { techniques: 'attack.t1059.001' }, { techniques: ['T1059'] }, ['technique_child']],
  ['its parent', { techniques: 'PowerShell (T1059)' }, { techniques: ['T1059.001'] }, ['technique_parent']],
  ['another technique', { techniques: ['T1003'] }, { techniques: ['T1059'] }, ['technique_other']],
  [
    'a rule that fired for the test',
    { rule_name: 'Who - Rule' },
    { rules: new Set(['who']) },
    ['rule_known'],
  ],

  ['the process', { process: { id: '4242' } }, { pid: 4242 }, ['process_same']],
  ['the process in hexadecimal', { process: { id: '0x1092' } }, { pid: 4242 }, ['process_same']],
  ['its child', { process: { parent: { id: 4242 } } }, { pid: 4242 }, ['process_parent']],
  [
    'the same number an hour later',
    { process: { id: 4242 }, ...at('2026-09-01T08:55:00Z') },
    { pid: 4242 },
    ['process_number', 'time_late'],
  ],
  ['the numbers of Windows itself', { process: { id: 4 } }, { pid: 4 }, []],

  ['the command', command('"whoami" /ALL'), { command: 'cmd /c whoami /all' }, ['command_same']],
  ['the encoded command', command(encoded('whoami atomic')), { command: 'whoami atomic' }, ['command_like']],
  ['a part of the command', command('whoami now here again'), { command: 'whoami then there' }, []],
  [
    'a word that no other command has',
    command('aaa bbb ccc ddd lonesome'),
    { command: 'lonesome eee fff ggg' },
    ['command_word'],
  ],
  [
    'cleaning up',
    command('del atomic.bin'),
    { command: 'curl atomic', clean: 'del atomic.bin' },
    ['command_cleanup'],
  ],
  ['no command', command(''), { command: '' }, []],

  ['the user', { users: 'CORP\\Anna' }, { users: ['anna'] }, ['user_same']],
  ['another user', { users: 'bob@corp' }, { users: ['anna'] }, ['user_other']],
  ['the system', { users: 'NT AUTHORITY\\SYSTEM' }, { users: ['anna'] }, []],
];

function encoded(text: string): string {
  return `powershell -enc ${Buffer.from(text, 'utf16le').toString('base64')}`;
}

const clocks = new KnownClocks([['fast', 300]]);

describe('an alert and a run have in common', () => {
  for (const [what, sent, of, kinds] of rows) {
    it(what, () => {
      const alert = toReady('a', readAlert({ source: 'siem', ...sent }).alert, { clocks });
      const { points, reasons } = score(alert, run(of), comparing);
      assert.deepEqual(reasons.map(({ kind }) => kind).sort(), [...kinds].sort());
      const sum = kinds.reduce((all, kind) => all + alertPoints[kind], 0);
      assert.equal(points, Math.max(0, sum));
    });
  }

  it('the time of a tool as it is, whatever the clock of the host', () => {
    const { alert } = readAlert({ source: 'siem', hosts: 'fast', recorded_at: '2026-09-01T08:00:04Z' });
    const { reasons } = score(toReady('a', alert, { clocks }), run({ host: 'fast' }), comparing);
    assert.deepEqual(reasons.map(({ kind, seconds }) => [kind, seconds]).sort(), [
      ['host_same', null],
      ['time_within', 4],
    ]);
  });

  it('half as much time when only the time of the alert is known', () => {
    const { alert } = readAlert({ source: 'siem', recorded_at: '2026-09-01T08:00:04Z' });
    const { reasons } = score(toReady('a', alert), run({}), comparing);
    assert.deepEqual(reasons, [
      {
        kind: 'time_within',
        points: Math.round(alertPoints.time_within / 2),
        alert: null,
        test: null,
        seconds: 4,
      },
    ]);
  });
});
