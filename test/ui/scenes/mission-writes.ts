import { evidenceForm, type Place } from '../../support/missions/factories.ts';
import type { Answer, Client } from '../../support/servers/server.ts';

/** Ids of objects created by earlier writes. */
export type Made = Record<
  'fact' | 'evidence' | 'remediation' | 'finding' | 'report' | 'test' | 'scenario',
  string
>;
export type At = { red: Client; blue: Client; first: Place; second: Place; third: Place; made: Made };
type Write = readonly [name: string, write: (at: At) => Promise<Answer>, keeps?: keyof Made];

/** Takes an answer, returns the id of the created object. */
export const idOfMade = ({ body }: Answer): string =>
  (body.scenarios?.at(-1) ?? (body.id ? body : body.tests[0])).id;

const move = (client: Client, path: string, body: object) => client.post(`${path}/transition`, body);

/** One of each kind of write to a running mission of three tests, in a valid order. */
export const missionWrites: readonly Write[] = [
  ['rename the mission', ({ red, first }) => red.patch(first.missionPath, { name: 'Harbour at night' })],
  [
    'set dates and a description',
    ({ red, first }) =>
      red.patch(first.missionPath, {
        start_date: '2026-11-02',
        end_date: '2026-11-20',
        description: 'Ports',
      }),
  ],
  [
    'rename a scenario',
    ({ red, first }) => red.patch(`${first.missionPath}/scenarios/${first.scenario}`, { name: 'By sea' }),
  ],
  [
    'add a scenario',
    ({ red, first }) => red.post(`${first.missionPath}/scenarios`, { name: 'By land' }),
    'scenario',
  ],
  [
    'add a test',
    ({ red, first }) =>
      red.post(`${first.missionPath}/scenarios/${first.scenario}/tests`, { name: 'One more' }),
    'test',
  ],
  [
    'change a plan',
    ({ red, first }) => red.patch(`${first.path}/plan`, { name: 'Dump LSASS', objective: 'Read secrets' }),
  ],
  [
    'expect a detection',
    ({ red, first }) =>
      red.put(`${first.path}/expectations`, {
        expectations: [{ kind: 'alerted', result: 'yes', within_seconds: 600 }],
      }),
  ],
  [
    'place a test',
    ({ red, third, first }) => red.post(`${third.path}/move`, { scenario_id: first.scenario, position: 0 }),
  ],
  [
    'assign tests',
    ({ red, first, second }) =>
      red.patch(`${first.missionPath}/tests`, { test_ids: [first.test, second.test], assignee_id: null }),
  ],
  [
    'tag tests',
    ({ red, first }) =>
      red.patch(`${first.missionPath}/tests`, { test_ids: [first.test], add_tags: ['night'] }),
  ],
  [
    'give a variable a value',
    ({ red, first }) => red.patch(`${first.path}/variables`, { variables: { host: 'srv-1' } }),
  ],
  [
    'write what red plans to run',
    ({ red, first }) => red.put(first.path, { command: 'procdump lsass', source_host: 'WS-1' }),
  ],
  [
    'execute a test',
    ({ red, first }) =>
      move(red, first.path, { status: 'executed', executed_at: '2026-11-03T09:15:00.000Z' }),
  ],
  ['execute a second test', ({ red, second }) => move(red, second.path, { status: 'executed' })],
  ['skip a test', ({ red, third }) => move(red, third.path, { status: 'skipped' })],
  ['reopen a test', ({ red, third }) => move(red, third.path, { status: 'pending' })],
  [
    'write the output of an attack',
    ({ red, first }) => red.put(first.path, { output: '3 secrets', red_comment: 'Quiet' }),
  ],
  ['record the result of an attack', ({ red, first }) => red.put(first.path, { attack_result: 'succeeded' })],
  [
    'record an alert',
    ({ blue, first }) =>
      blue.post(`${first.path}/facts`, { kind: 'alerted', result: 'yes', at: '2026-11-03T09:19:00.000Z' }),
    'fact',
  ],
  [
    'change an alert',
    ({ blue, first, made }) =>
      blue.patch(`${first.path}/facts/${made.fact}`, { severity: 'high', rule_name: 'LSASS read' }),
  ],
  [
    'record a miss',
    ({ blue, second }) => blue.post(`${second.path}/facts`, { kind: 'alerted', result: 'no' }),
  ],
  ['write the comment of blue', ({ blue, first }) => blue.put(first.path, { blue_comment: 'Seen at once' })],
  [
    'attach evidence',
    ({ blue, first }) =>
      blue.request('POST', `${first.path}/evidence`, { raw: evidenceForm('seen', { name: 'alert.txt' }) }),
    'evidence',
  ],
  [
    'caption evidence',
    ({ blue, made }) => blue.patch(`/api/v1/evidence/${made.evidence}/record`, { caption: 'The alert' }),
  ],
  ['submit a review', ({ blue, first }) => move(blue, first.path, { status: 'reviewed_by_blue' })],
  ['send a test back', ({ blue, first }) => move(blue, first.path, { status: 'executed' })],
  ['review a second test', ({ blue, second }) => move(blue, second.path, { status: 'reviewed_by_blue' })],
  [
    'add a finding',
    ({ blue, second }) =>
      blue.post(`${second.missionPath}/findings`, {
        title: 'LSASS is not watched',
        severity: 'high',
        tests: [{ test_id: second.test, run: 1 }],
      }),
    'finding',
  ],
  [
    'change a finding',
    ({ blue, first, made }) =>
      blue.patch(`${first.missionPath}/findings/${made.finding}`, { status: 'confirmed' }),
  ],
  [
    'add a remediation',
    ({ blue, second }) =>
      blue.post(`${second.missionPath}/remediations`, {
        title: 'Watch LSASS',
        test_ids: [second.test],
        due_on: '2026-12-24',
      }),
    'remediation',
  ],
  [
    'change a remediation',
    ({ blue, first, made }) =>
      blue.patch(`${first.missionPath}/remediations/${made.remediation}`, { status: 'in_progress' }),
  ],
  [
    'draft a report',
    ({ red, first }) =>
      red.post(`${first.missionPath}/reports`, { kind: 'executive', title: 'To the board' }),
    'report',
  ],
  [
    'change the draft of a report',
    ({ red, first, made }) =>
      red.patch(`${first.missionPath}/reports/${made.report}`, { title: 'To the directors' }),
  ],
  ['retest a test', ({ red, second }) => red.post(`${second.path}/runs`, { reason: 'retest' })],
  ['execute a retest', ({ red, second }) => move(red, second.path, { status: 'executed' })],
  [
    'record an alert of a retest',
    ({ blue, second }) => blue.post(`${second.path}/facts`, { kind: 'prevented', result: 'yes' }),
  ],
  ['review a retest', ({ blue, second }) => move(blue, second.path, { status: 'reviewed_by_blue' })],
  ['delete evidence', ({ blue, made }) => blue.delete(`/api/v1/evidence/${made.evidence}`)],
  ['delete an alert', ({ blue, first, made }) => blue.delete(`${first.path}/facts/${made.fact}`)],
  ['remove a test', ({ red, first, made }) => red.delete(`${first.missionPath}/tests/${made.test}`)],
  [
    'restore a test',
    ({ red, first, made }) => red.post(`${first.missionPath}/tests/${made.test}/restore`, {}),
  ],
  [
    'delete a scenario',
    ({ red, first, made }) => red.delete(`${first.missionPath}/scenarios/${made.scenario}`),
  ],
  [
    'issue a report',
    ({ red, first, made }) => red.post(`${first.missionPath}/reports/${made.report}/issue`, {}),
  ],
  [
    'complete and lock the mission',
    ({ red, first }) => move(red, first.missionPath, { status: 'completed', lock: true }),
  ],
  ['reopen the mission', ({ red, first }) => move(red, first.missionPath, { status: 'in_progress' })],
];
