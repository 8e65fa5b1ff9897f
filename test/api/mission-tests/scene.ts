import { attach, bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import type { Client, Person } from '../../support/servers/server.ts';

export const fields = {
  command: 'whoami /all',
  output: 'corp\\rhea\n'.repeat(300),
  red_comment: 'as planned',
  started_at: '2026-11-20T08:00:00.000Z',
  ended_at: '2026-11-20T08:30:00.000Z',
  source_host: 'kali-1',
  target_host: 'srv-1',
  target_user: 'corp\\rhea',
  operator: 'Ola',
  attack_result: 'partly',
  blue_comment: 'seen late',
};

/** A test with records of both sides, two files and a leftover fact. */
export async function reviewedTest({ admin, red, soc }: { admin: Client; red: Person; soc: Person }) {
  const place = placeOf(await newMission(admin, { members: [red, soc] }));
  await walk(red.client, place.path, 'executed');
  bodyOf(await admin.put(place.path, fields), 200);
  const expectations = [{ kind: 'alerted', result: 'no' }];
  bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
  const evidence = [
    bodyOf(await attach(red.client, place), 201).id,
    bodyOf(await attach(soc.client, place), 201).id,
  ];
  const fact = { kind: 'alerted', result: 'partial', rule_name: 'r', evidence_ids: [evidence[1]] };
  const { id } = bodyOf(await soc.client.post(`${place.path}/facts`, fact), 201);
  await walk(soc.client, place.path, 'reviewed_by_blue');
  return { ...place, evidence, fact: id };
}

let sent = 0;

export type Mission = { path: string; tests: string[] };

/** A mission with a test for each of these executions. */
export async function executedMission(
  { admin, red, soc }: { admin: Client; red: Person; soc: Person },
  executions: object[],
): Promise<Mission> {
  const { id } = await newMission(admin, { members: [red, soc], tests: 0 });
  const path = `/api/v1/missions/${id}`;
  const rows = executions.map((fields, index) => ({
    external_id: `e-${index}`,
    command: `whoami /all /${index}`,
    executed_at: '2026-09-01T08:00:02Z',
    ended_at: '2026-09-01T08:00:10Z',
    host: 'ws01',
    technique: 'T1033',
    ...fields,
  }));
  if (rows.length === 0) return { path, tests: [] };
  const { executions: became } = bodyOf(await red.client.post(`${path}/executions`, rows), 200);
  return { path, tests: became.map(({ test_id }: { test_id: string }) => test_id) };
}

export function alert(fields: object = {}) {
  sent += 1;
  return {
    source: 'elastic',
    external_id: `a-${sent}`,
    occurred_at: '2026-09-01T08:00:04Z',
    title: 'Whoami Process Activity',
    rule_name: 'Whoami Process Activity',
    rule_id: 'ef862985',
    severity: 'medium',
    hosts: ['WS01.corp.example'],
    users: ['CORP\\anna'],
    process: { id: 4242, command_line: 'whoami /all', parent: { id: 4100 } },
    techniques: ['T1033'],
    ...fields,
  };
}

export const at = '2026-09-01T08:00:02.000Z';
export function execution(fields: object = {}) {
  sent += 1;
  return { external_id: `e-${sent}`, command: `whoami /${sent}`, executed_at: at, host: 'ws01', ...fields };
}
