import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { largestExecutions } from '../../../domain/executions.ts';
import { blankFields, redFields } from '../../../domain/test-record.ts';
import type { LoggedExecution } from '../../interchange/service.ts';
import { executionsBody } from '../../missions/executions/contract.ts';
import { toBody, toRequests } from './log-body.ts';

const at = '2026-09-01T08:00:02.000Z';

function logged(fields: Partial<LoggedExecution> = {}): LoggedExecution {
  return {
    ...blankFields(redFields),
    row: 'row 2',
    id: '1',
    name: 'Who am I',
    techniques: [],
    guid: null,
    leftover: [],
    executed_at: at,
    target_host: 'ws01',
    ...fields,
  };
}

type Body = Record<string, unknown> & { external_id: string; comment?: string };

function bodyOf(fields: Partial<LoggedExecution>): Body {
  const made = toBody('csv', logged(fields));
  assert.ok('body' in made, JSON.stringify(made));
  assert.deepEqual(executionsBody.safeParse(made.body).error?.issues ?? [], []);
  return made.body as Body;
}

describe('an execution of a log', () => {
  const refused: [what: string, fields: Partial<LoggedExecution>, why: string][] = [
    ['without a time', { executed_at: null }, 'it has no time'],
    ['without a host', { target_host: null }, 'it names no host'],
  ];
  for (const [what, fields, why] of refused)
    it(`${what} is left out`, () => assert.deepEqual(toBody('csv', logged(fields)), { why }));

  const comments: [what: string, fields: Partial<LoggedExecution>, comment: string | undefined][] = [
    ['nothing more', {}, undefined],
    ['an end before the start', { ended_at: '2026-09-01T07:00:00.000Z' }, 'End: 2026-09-01T07:00:00.000Z'],
    ['an id that is no GUID', { guid: 'ab-1' }, 'Template: ab-1'],
    ['several techniques', { techniques: ['TA0002', 'T1033', 'T1059.001'] }, 'Techniques: T1059.001'],
    ['a result without an exit code', { attack_result: 'partly' }, 'Result: partly'],
    ['a failure by its exit code', { attack_result: 'failed', leftover: ['Exit code: 3'] }, undefined],
    ['a process id', { leftover: ['process-id: 7', 'Tool: psexec'] }, 'Tool: psexec'],
    ['no target', { target_host: null, source_host: 'kali' }, undefined],
  ];
  for (const [what, fields, comment] of comments)
    it(`with ${what} keeps it`, () => assert.equal(bodyOf(fields).comment, comment));

  it('fits the API, however long it is', () => {
    const long = 'x'.repeat(300_000);
    const body = bodyOf({
      id: long,
      name: long,
      command: long,
      output: '\u0001'.repeat(2_000_000),
      target_host: long,
      target_user: long,
      red_comment: long,
    });
    assert.notEqual(body.external_id, bodyOf({ id: `${long}y` }).external_id);
    assert.ok(Buffer.byteLength(JSON.stringify(body)) < largestExecutions);
  });

  it('goes with others into requests that the server takes', () => {
    const small = Array.from({ length: 501 }, (_, id) => bodyOf({ id: String(id) }));
    assert.deepEqual(
      toRequests(small).map((text) => JSON.parse(text).length),
      [500, 1],
    );
    const large = Array.from({ length: 5 }, (_, id) =>
      bodyOf({ id: String(id), output: 'x'.repeat(1_500_000) }),
    );
    const requests = toRequests(large);
    assert.deepEqual(
      requests.map((text) => JSON.parse(text).length),
      [2, 2, 1],
    );
    assert.ok(requests.every((text) => Buffer.byteLength(text) <= largestExecutions));
    assert.deepEqual(toRequests([]), []);
  });
});
