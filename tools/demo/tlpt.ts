import type { Api } from './api.ts';
import type { addRemediations } from './remediations.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

type Test = { id: string };

/** Outcomes of the tests on the web server and against the files, in their order: missed, logged, detected, prevented. */
const outcomesOfBank = [1, 2, 0, 3, 0, 1, 0, 3, 1, 1, 2, 3, 1, 2, 0, 3, 2, 2, 0];

export const outcomeOfBank = (place: number): number => outcomesOfBank[place] ?? 1;

/** Days of the active phase, counted from today; Article 11(5) asks for twelve weeks. */
export const activePhase = { start: -101, end: -14 };
/** Time between two of the nineteen tests: they fill the phase. */
export const betweenTests = 4.4 * day;

/** Target of the test at this position: the web server of the payment gateway, then the file servers. */
export const hostOfBank = (place: number): string =>
  place < 12 ? 'web-gw-01' : place % 2 === 0 ? 'files-02' : 'files-03';

/** Day of the test at this position. */
const dayOfTest = (place: number) => inDays(activePhase.end - ((19 - place) * betweenTests) / day);

export const remediationsOfBank: Parameters<typeof addRemediations>[4] = [
  {
    title: 'Watch timers and cron jobs of Linux servers',
    shortcoming: 'A timer and a cron job of the attacker went unseen for three weeks.',
    root_cause: 'The audit rules of Linux servers record started programs and no changed files.',
    measure:
      'Record changes of timers, cron jobs and keys of accounts, and alert on those outside of a release.',
    risk_if_not_done: 'An attacker who was found once comes back.',
    priority: 'critical',
    status: 'in_progress',
    due_on: inDays(30),
    owner_text: 'Platform team',
    shows: [5, 6],
  },
  {
    title: 'Keep private keys of the payment gateway in the key vault',
    shortcoming: 'The account of the web server could read the key of the settlement interface.',
    root_cause: 'The key was put there for a migration, and nobody removed it.',
    measure: 'Move the key to the vault, replace it, and search all servers for others.',
    risk_if_not_done: 'Payments can be signed in the name of the bank.',
    priority: 'critical',
    status: 'open',
    due_on: inDays(14),
    owner_text: 'Payments',
    shows: [8, 9],
  },
  {
    title: 'Record the commands of accounts of services on Linux servers',
    shortcoming: 'Commands that list accounts and privileged programs left no trace.',
    root_cause: 'Only commands of people are recorded.',
    measure: 'Record those of services too, and alert on commands that their service never runs.',
    risk_if_not_done: 'The first days of an attack can’t be reconstructed.',
    priority: 'high',
    status: 'open',
    due_on: inDays(60),
    shows: [2, 4],
  },
  {
    title: 'Alert on many changed files within a minute',
    shortcoming: 'Encryption of a folder was noticed by nobody.',
    root_cause: 'The file servers have no sensor.',
    measure: 'Install the sensor on all file servers, and alert on mass changes.',
    risk_if_not_done: 'Ransomware is noticed when the files are gone.',
    priority: 'high',
    status: 'open',
    due_on: inDays(45),
    shows: [14, 18],
  },
];

const findings = [
  {
    title: 'The web server’s account can read a key that signs payments',
    severity: 'critical',
    kind: 'vulnerability',
    description:
      'The private key of the settlement interface was readable on the web server of the payment gateway.',
    impact: 'Whoever gets a shell there can sign payments.',
    root_cause: 'The key was put there for a migration, and nobody removed it.',
    recommendation: 'Keep such keys in the vault, and replace this one.',
    affected: 'Payment gateway',
    shows: [8, 9],
    measure: 'Keep private keys of the payment gateway in the key vault',
  },
  {
    title: 'Persistence on Linux servers goes unseen',
    severity: 'high',
    kind: 'detection_gap',
    description: 'A timer of the attacker ran for three weeks without an alert.',
    impact: 'An attacker comes back after being removed.',
    root_cause: 'The audit rules of Linux servers record started programs and no changed files.',
    recommendation: 'Record changes of timers, cron jobs and keys of accounts.',
    affected: 'All Linux servers',
    shows: [5, 6],
    measure: 'Watch timers and cron jobs of Linux servers',
  },
  {
    title: 'Commands of services on Linux servers are not recorded',
    severity: 'medium',
    kind: 'detection_gap',
    description: 'Nothing showed that the accounts and privileged programs of the server were listed.',
    root_cause: 'Only commands of people are recorded.',
    recommendation: 'Record those of services too.',
    affected: 'All Linux servers',
    shows: [2, 4],
    measure: 'Record the commands of accounts of services on Linux servers',
  },
  {
    title: 'Files can be packed and encrypted without an alert',
    severity: 'high',
    kind: 'detection_gap',
    description: 'A folder was packed, and later encrypted, while nobody was told.',
    impact: 'Ransomware is noticed when the files are gone.',
    root_cause: 'The file servers have no sensor.',
    recommendation: 'A sensor on all file servers, with an alert on mass changes.',
    affected: 'files-02 and files-03',
    shows: [14, 18],
    measure: 'Alert on many changed files within a minute',
  },
] as const;

/** Records the threat-led penetration test of a bank: parties, phases, functions, flags, leg-ups, a deviation, and its findings. */
export async function recordTlpt(api: Api, missionId: string): Promise<void> {
  const mission = `/missions/${missionId}`;
  const { scenarios } = await api.send('GET', mission);
  const tests: Test[] = scenarios.flatMap((scenario: { tests: Test[] }) => scenario.tests);
  const pick = (...places: number[]) => places.flatMap((place) => tests[place]?.id ?? []);
  await api.send('PATCH', `${mission}/tlpt`, {
    code_name: 'Bramble',
    authority: 'Central Bank of the demonstration',
    test_managers: 'Marta Lind, Aidan Ferro',
    control_team_lead: 'Henrik Vale, head of operational resilience',
    control_team: 'Ines Moor (risk), Paul Ash (information security), Lea Lead (coordination)',
    intelligence_provider: 'Northlight Intelligence',
    red_team_provider: 'Thistle Security',
    entities: [
      { name: 'Hedgerow Bank plc', jurisdiction: 'Ireland' },
      { name: 'Hedgerow Payments GmbH', jurisdiction: 'Germany' },
    ],
    functions: [
      {
        name: 'Instant payments',
        systems: 'Payment gateway with its web servers, settlement interface',
        rationale: 'An outage of two hours stops the payments of 400,000 customers.',
      },
      {
        name: 'Records of customers',
        systems: 'File servers of the back office',
        rationale: 'They hold the contracts of all customers.',
      },
    ],
    preparation_start: inDays(-230),
    preparation_end: inDays(-150),
    intelligence_start: inDays(-150),
    intelligence_end: inDays(-105),
    testing_start: inDays(activePhase.start),
    testing_end: inDays(activePhase.end),
    closure_start: inDays(activePhase.end + 1),
    blue_informed_on: inDays(activePhase.end + 1),
    red_topics: '- Ways from a web server to the file servers\n- Alerts outside of office hours',
    blue_topics: '- Persistence on Linux servers\n- Isolation of a file server at night',
    red_feedback:
      'The blue team answered openly, also on what it had missed. A contact at night would have saved two days.',
    blue_feedback:
      'The replay showed more than the report alone. We would like to have the commands with their times a week before it.',
    flags: [
      {
        number: 1,
        system: 'Payment gateway',
        objective: 'Run a program on a web server',
        captured: true,
        on: dayOfTest(0),
        test_ids: pick(0),
      },
      {
        number: 2,
        system: 'Settlement interface',
        objective: 'Read a key that signs payments',
        captured: true,
        on: dayOfTest(9),
        test_ids: pick(9),
      },
      {
        number: 3,
        system: 'File servers',
        objective: 'Take the canary records out of the bank',
        captured: false,
        on: dayOfTest(15),
        test_ids: pick(14, 15),
      },
      {
        number: 4,
        system: 'File servers',
        objective: 'Encrypt the canary folder',
        captured: true,
        on: dayOfTest(18),
        test_ids: pick(18),
      },
    ],
    leg_ups: [
      {
        what: 'Account on a workstation of the back office',
        why: 'Phishing was stopped at the mail gateway for two weeks, as long as the plan allowed.',
        granted_by: 'Henrik Vale, after asking the test managers',
        on: inDays(-46),
        test_ids: pick(12),
      },
    ],
    deviations: [
      {
        what: 'The backup servers were left out for a week',
        why: 'A restore after a failed disk was running.',
        agreed_by: 'Control team and test managers',
        on: inDays(-25),
        test_ids: pick(17),
      },
    ],
  });
  const { items: remediations } = await api.send('GET', `${mission}/remediations?limit=100`);
  for (const { shows, measure, ...finding } of findings) {
    const linked = remediations.filter(({ title }: { title: string }) => title === measure);
    await api.send('POST', `${mission}/findings`, {
      ...finding,
      status: 'confirmed',
      tests: pick(...shows).map((test_id) => ({ test_id, run: 1 })),
      remediation_ids: linked.map(({ id }: { id: string }) => id),
    });
  }
}

/** Drafts the reports that follow the active phase. */
export async function draftTlpt(api: Api, missionId: string): Promise<void> {
  const options = { classification: 'Strictly confidential' };
  const drafts = [
    {
      kind: 'dora_red',
      title: 'Bramble: red team test report',
      options: { ...options, side: 'red' },
      texts: {
        scenarios:
          'The first scenario follows a group that gets into payment systems by their web servers. The second one follows ransomware groups that copy files before they encrypt them.',
        leg_ups: 'One leg-up was given, which the plan provided for.',
      },
    },
    {
      kind: 'dora_blue',
      title: 'Bramble: blue team test report',
      options,
      texts: {
        assessment: 'The blue team shares the findings and has begun to remediate the two gravest.',
      },
    },
    {
      kind: 'dora_summary',
      title: 'Bramble: summary of the test',
      options,
      texts: {
        risk_management:
          'Each step that could disturb a production system was announced to the control team the day before. No step had to be stopped.',
        lessons: 'The test needs a contact at night: two questions waited until morning.',
      },
    },
    {
      kind: 'dora_remediation',
      title: 'Bramble: remediation plan',
      options,
      texts: {
        introduction:
          'This plan answers the findings of the test in the order of their priority. The control team reviews it every month until the last measure is verified.',
        risks:
          'Moving the key stops the settlement interface for an hour. It is planned for a Sunday and can be undone.',
      },
    },
    { kind: 'replay_minutes', title: 'Bramble: minutes of the replay', options, texts: {} },
  ];
  for (const draft of drafts) await api.send('POST', `/missions/${missionId}/reports`, draft);
}
