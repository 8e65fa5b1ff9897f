import type { Api } from './api.ts';

/** Values for the commands of the library; passwords are random. */
export const variables = {
  collector: 'collector.exercise.test',
  dns_domain: 'exercise.test',
  file_server: 'files-02',
  service_name: 'HTTP/intranet.exercise.test',
  target_host: 'ws-0417',
};

const results = ['succeeded', 'partly', 'succeeded', 'failed'];

/** Target of the test at this position in an exercise on the office. */
export const hostOfOffice = (place: number): string => (place % 3 === 2 ? 'files-02' : 'ws-0417');

/** Details recorded by red for the test at this position, whose command took some minutes. */
export function describeAttack(
  place: number,
  at: string,
  operator: string,
  target_host = hostOfOffice(place),
): Record<string, string> {
  const minutes = (count: number) => new Date(Date.parse(at) + count * 60_000).toISOString();
  return {
    started_at: minutes(-2),
    ended_at: minutes(3),
    source_host: 'kali-01',
    target_host,
    target_user: place % 4 === 1 ? 'svc-backup' : 'exercise\\jmorgan',
    operator,
    attack_result: results[place % results.length] as string,
  };
}

/** Assigns the tests, and tags some. */
export async function shareOut(
  api: Api,
  mission: string,
  tests: readonly { id: string }[],
  people: readonly { id: string }[],
): Promise<void> {
  for (const [index, { id }] of people.entries()) {
    const own = tests.filter((_, place) => place % (people.length + 1) === index);
    await patch(api, mission, own, { assignee_id: id });
  }
  await patch(api, mission, tests.slice(0, 4), { add_tags: ['purple day 1'] });
}

async function patch(api: Api, mission: string, tests: readonly { id: string }[], change: object) {
  if (tests.length === 0) return;
  await api.send('PATCH', `/missions/${mission}/tests`, { test_ids: tests.map(({ id }) => id), ...change });
}
