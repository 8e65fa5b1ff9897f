import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan, recognise } from '../../../../test/support/interchange/interchange.ts';
import { blankExecution } from '../../exercise/blank.ts';
import { sliverReader } from './read.ts';

const session = {
  ID: 's-1',
  Name: 'GREEN_FOX',
  Hostname: 'ws01',
  Username: 'CORP\\anna',
  PID: 4242,
  Filename: 'C:\\fox.exe',
  RemoteAddress: '10.0.0.5:50000',
};

function line(method: string, request: object, more: object = { session: JSON.stringify(session) }): string {
  const message = { request: JSON.stringify(request), method: `/rpcpb.SliverRPC/${method}`, ...more };
  const msg = JSON.stringify({ ...message, remote_ip: '127.0.0.1:1', user: 'rhea' });
  return JSON.stringify({ level: 'info', msg, time: '2026-09-01T10:00:02+02:00' });
}

const described = [
  'Implant: GREEN_FOX',
  'Process id: 4242',
  'Process: C:\\fox.exe',
  'Address: 10.0.0.5:50000',
  'Operator’s address: 127.0.0.1:1',
];

describe('the audit log of Sliver', () => {
  it('has an execution for each request to an implant', async () => {
    const execute = { Path: 'whoami', Args: ['/all'], Output: true, Request: { SessionID: 's-1' } };
    const content = [
      line('Execute', execute),
      line('Execute', execute),
      line('Ls', { Path: '.', Request: { BeaconID: 'b-1' } }, { beacon: { ...session, ID: 'b-1' } }),
      line('Upload', { Path: 'a', Data: 'A'.repeat(2000) }),
      line('GetSessions', {}, {}),
      '{"level":"info","time":"2026-09-01T10:00:02Z"}',
      line('Execute', execute).slice(0, -20),
      '',
    ].join('\n');
    const source = fileOf('audit.json', content);
    assert.equal(await recognise(sliverReader, source), 'yes');
    const { executions, refused, notes } = await readPlan(sliverReader, source);
    const at = '2026-09-01T08:00:02.000Z';
    assert.deepEqual(executions[0], {
      ...blankExecution('audit.json, line 1', '2026-09-01T10:00:02+02:00/Execute/s-1/1', 'whoami /all'),
      leftover: described,
      command: 'whoami /all',
      started_at: at,
      executed_at: at,
      operator: 'rhea',
      target_host: 'ws01',
      target_user: 'CORP\\anna',
    });
    assert.deepEqual(
      executions.map(({ sourceId }) => sourceId.split('/').slice(1).join('/')),
      ['Execute/s-1/1', 'Execute/s-1/2', 'Ls/b-1/1', 'Upload/s-1/1'],
    );
    assert.equal(executions[2]?.command, 'Ls Path=.');
    assert.ok((executions[3]?.command ?? '').length < 600);
    assert.deepEqual(
      refused.map(({ row, why }) => [row, why]),
      [
        ['audit.json, line 6', 'It is no entry of an audit log'],
        ['audit.json, line 7', 'It is not valid JSON, or it ends too early'],
      ],
    );
    assert.deepEqual(notes, ['Requests to the server itself, not read: 1']);
  });

  it('may have its context before the message', async () => {
    const { msg, ...rest } = JSON.parse(line('Ps', {})) as { msg: string };
    const source = fileOf('audit.json', `${JSON.stringify({ ...rest, msg: `context.Background${msg}` })}\n`);
    const { executions } = await readPlan(sliverReader, source);
    assert.deepEqual([executions[0]?.command, executions[0]?.target_host], ['Ps', 'ws01']);
  });
});
