import type { Api } from './api.ts';

type Test = { id: string };

const second = 1000;
const minute = 60 * second;

/** Sightings of a SOC that knows of no test: the position of the test behind each, or null, and the delay. */
type Planned = {
  test: number | null;
  after: number;
  declaredAfter?: number;
  decision?: 'benign' | 'other_attack';
  kind: 'alert' | 'log' | 'anomaly' | 'report';
  title: string;
  judgement: 'open' | 'benign' | 'attack';
  severity?: 'low' | 'medium' | 'high' | 'critical';
  tool?: string;
  hosts?: string[];
  techniques?: string[];
  note?: string;
};

const ofBank: readonly Planned[] = [
  {
    test: 1,
    after: 95 * second,
    declaredAfter: 20 * minute,
    kind: 'alert',
    title: 'New script in the folder of the web server',
    judgement: 'attack',
    severity: 'high',
    tool: 'Endpoint sensor',
    hosts: ['web-gw-01'],
    techniques: ['T1505.003'],
    note: 'The file belongs to no release. The account of the web server wrote it.',
  },
  {
    test: 7,
    after: 9 * minute,
    kind: 'log',
    title: 'Keys of an account changed',
    judgement: 'open',
    tool: 'Log platform',
    hosts: ['web-gw-01'],
    note: 'Found while looking for the account of the script. Nobody knows of the key.',
  },
  {
    test: null,
    after: 30 * minute,
    declaredAfter: 45 * minute,
    decision: 'benign',
    kind: 'report',
    title: 'A clerk cannot sign in',
    judgement: 'attack',
    note: 'Three wrong passwords after a holiday.',
  },
  {
    test: 11,
    after: 14 * minute,
    kind: 'anomaly',
    title: 'Many DNS requests for one domain',
    judgement: 'benign',
    severity: 'low',
    tool: 'Log platform',
    hosts: ['web-gw-01'],
    note: 'Taken for an update service.',
  },
  {
    test: null,
    after: 130 * minute,
    decision: 'other_attack',
    kind: 'alert',
    title: 'Scan of the public addresses',
    judgement: 'attack',
    severity: 'low',
    tool: 'Firewall',
  },
  {
    test: 17,
    after: 40 * second,
    declaredAfter: 6 * minute,
    kind: 'alert',
    title: 'Shadow copies deleted',
    judgement: 'attack',
    severity: 'critical',
    tool: 'Endpoint sensor',
    hosts: ['files-03'],
    techniques: ['T1490'],
    note: 'Two alerts in a quarter of an hour on the file servers: declared at once.',
  },
];

const ofDrill: readonly Planned[] = [
  {
    test: 0,
    after: 3 * minute,
    kind: 'report',
    title: 'Mail with an archive from an unknown sender',
    judgement: 'open',
    hosts: ['ws-0417'],
    note: 'Reported by the person who got it.',
  },
  {
    test: 2,
    after: 70 * second,
    declaredAfter: 10 * minute,
    kind: 'alert',
    title: 'Encoded PowerShell command',
    judgement: 'attack',
    severity: 'medium',
    tool: 'EDR',
    hosts: ['files-02'],
    techniques: ['T1059.001'],
  },
];

/** Records what blue notices in the test of the bank, and in the drill. Takes the time of each test by position. */
export const noticeAtBank = (blue: Api, mission: string, timeOf: (place: number) => number): Promise<void> =>
  notice(blue, mission, ofBank, timeOf);
export const noticeInDrill = (blue: Api, mission: string, timeOf: (place: number) => number): Promise<void> =>
  notice(blue, mission, ofDrill, timeOf);

async function notice(
  blue: Api,
  mission: string,
  planned: readonly Planned[],
  timeOf: (place: number) => number,
): Promise<void> {
  for (const { test, after, declaredAfter, decision: _decision, ...sighting } of planned) {
    const at = timeOf(test ?? 0) + after;
    await blue.send('POST', `/missions/${mission}/sightings`, {
      ...sighting,
      at: new Date(at).toISOString(),
      ...(declaredAfter !== undefined && {
        declared: { to: 'Incident manager on duty', at: new Date(at + declaredAfter).toISOString() },
      }),
    });
  }
}

/** Compares the sightings of the bank with its tests, which blue sees by now. */
export async function matchAtBank(blue: Api, mission: string, tests: readonly Test[]): Promise<void> {
  const { items } = await blue.send('GET', `/missions/${mission}/sightings?limit=100`);
  for (const { test, title, decision } of ofBank) {
    const found = items.find((one: { title: string }) => one.title === title);
    const sighting = `/missions/${mission}/sightings/${found.id}`;
    if (test !== null) await blue.send('POST', `${sighting}/accept`, { test_id: tests[test]?.id });
    else await blue.send('POST', `${sighting}/not-ours`, { reason: decision });
  }
}

/** By the position of a test, those that it follows, with the condition. */
const path: Readonly<Record<number, readonly (readonly [place: number, condition?: string])[]>> = {
  1: [[0]],
  2: [[1]],
  3: [[1]],
  4: [[1]],
  5: [[4]],
  6: [[4]],
  7: [[2, 'an account with a shell']],
  8: [[2]],
  9: [[8]],
  10: [[3]],
  11: [[5], [6]],
  12: [[9, 'with the leg-up']],
  13: [[12]],
  14: [[13]],
  15: [[14]],
  16: [[13]],
  17: [[16]],
  18: [[17]],
};

/** Draws the path of the attack on the bank. */
export async function drawPath(red: Api, mission: string, tests: readonly Test[]): Promise<void> {
  for (const [place, follows] of Object.entries(path)) {
    await red.send('PUT', `/missions/${mission}/tests/${tests[Number(place)]?.id}/follows`, {
      follows: follows.map(([before, condition = null]) => ({ test_id: tests[before]?.id, condition })),
    });
  }
}

const answers: readonly {
  test: number;
  seen: string;
  should_have: string;
  why_not?: string;
  decision?: string;
}[] = [
  {
    test: 0,
    seen: 'Nothing at the time. The log of the proxy holds the request.',
    should_have: 'An alert on a shell that the web server starts.',
    why_not: 'The rule was switched off during a release and never switched on again.',
    decision: 'The platform team switches it on, and a check of every release asks for it.',
  },
  {
    test: 1,
    seen: 'An alert after a minute and a half, declared twenty minutes later.',
    should_have: 'Exactly this, and sooner declared.',
  },
  {
    test: 7,
    seen: 'A changed file, found by hand.',
    should_have: 'An alert on keys that change outside of a release.',
    why_not: 'Nobody had thought of keys as a way back in.',
    decision: 'Keys are watched on all servers from next month.',
  },
  {
    test: 11,
    seen: 'An anomaly that was taken for an update service.',
    should_have: 'A look at the domain, which was three days old.',
    why_not: 'There is no list of the domains that servers may ask for.',
  },
  {
    test: 17,
    seen: 'An alert within a minute, declared after six.',
    should_have: 'Isolation of the host before the canary folder was encrypted.',
    why_not: 'At night nobody may isolate a file server.',
    decision: 'The person on duty may isolate any host but the domain controllers.',
  },
];

/** Records the replay of the attack on the bank, held by its lead. */
export async function holdReplay(lead: Api, mission: string, tests: readonly Test[]): Promise<void> {
  const replay = `/missions/${mission}/replay`;
  const start = new Date(Date.now() - 7 * 24 * 60 * minute).setUTCHours(13, 0, 0, 0);
  await lead.send('PATCH', `/missions/${mission}`, { replay_opened: true });
  await lead.send('PATCH', replay, {
    started_at: new Date(start).toISOString(),
    ended_at: new Date(start + 150 * minute).toISOString(),
    attendees: ['Lea Lead', 'Rafael Red', 'Bruno Blue', 'Henrik Vale', 'Ines Moor', 'Marta Lind'],
    summary:
      'Both teams went through the attack in its order. The two longest gaps were on the Linux servers, where only the commands of people are recorded.',
  });
  for (const { test, ...answer } of answers) {
    await lead.send('PATCH', `${replay}/tests/${tests[test]?.id}`, { ...answer, run: 1, discussed: true });
  }
}
