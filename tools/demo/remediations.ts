import type { Api } from './api.ts';

type Test = { id: string; name: string };

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** Remediations in every state, for the tests of a mission; `owner` is the default owner. */
export async function addRemediations(
  api: Api,
  missionId: string,
  tests: readonly Test[],
  owner: { id: string },
  plans: readonly Plan[],
): Promise<void> {
  for (const { shows, ...plan } of plans) {
    const shown = tests.filter((_, place) => shows.includes(place));
    await api.send('POST', `/missions/${missionId}/remediations`, {
      ...plan,
      test_ids: shown.map(({ id }) => id),
      ...('owner_text' in plan ? {} : { owner: { id: owner.id } }),
    });
  }
}

/** `shows`: the positions of the tests concerned. */
type Plan = { shows: number[]; title: string } & Record<string, unknown>;

export const remediationsNow: readonly Plan[] = [
  {
    title: 'Alert on processes that read the memory of LSASS',
    shortcoming: 'The sensor logged the access and told nobody.',
    root_cause: 'The rule was switched off during a migration and never switched on again.',
    measure: 'Switch the rule on for all servers, and have the rules compared with the plan every month.',
    risk_if_not_done: 'Passwords of administrators are stolen without anybody noticing.',
    priority: 'critical',
    status: 'open',
    due_on: inDays(-6),
    shows: [14],
  },
  {
    title: 'Alert on programs that start at every sign-in',
    shortcoming: 'A new Run key was neither recorded nor alerted.',
    root_cause: 'The sensor reads these keys once a week.',
    measure: 'Have it watch them, and alert on what is not signed.',
    risk_if_not_done: 'An attacker is back after each restart.',
    priority: 'high',
    status: 'open',
    due_on: inDays(9),
    shows: [8],
  },
  {
    title: 'Send command lines of all workstations to the log platform',
    shortcoming: 'A third of the workstations log no command lines.',
    root_cause: 'Their group policy is older than the logging.',
    measure: 'Give them the present policy.',
    risk_if_not_done: 'What was run there can’t be found out afterwards.',
    priority: 'high',
    status: 'open',
    due_on: inDays(12),
    shows: [2],
  },
  {
    title: 'Block macros in documents from outside',
    shortcoming: 'The macro ran on the first workstation.',
    measure: 'Block them by policy; finance gets a signed exception.',
    priority: 'high',
    status: 'in_progress',
    due_on: inDays(3),
    owner_text: 'Workplace team',
    shows: [3, 5],
  },
  {
    title: 'Read DNS logs of the branch offices',
    shortcoming: 'Beacons over DNS were not seen.',
    priority: 'medium',
    status: 'in_progress',
    due_on: inDays(30),
    owner_text: 'Network team',
    shows: [6],
  },
  {
    title: 'Alert on new services that run from temporary folders',
    root_cause: 'There was no rule for it.',
    measure: 'A rule on the log platform, tested with the command of the exercise.',
    priority: 'medium',
    status: 'fixed',
    due_on: inDays(-1),
    shows: [0, 1],
  },
  {
    title: 'Keep the clock of the log platform right',
    shortcoming: 'Its entries were four minutes late.',
    measure: 'It asks the same time servers as everything else.',
    priority: 'low',
    status: 'verified',
    due_on: inDays(-14),
    shows: [7],
  },
  {
    title: 'Separate the old warehouse terminals',
    shortcoming: 'They can’t take the sensor.',
    risk_if_not_done: 'A foothold there stays unseen until they are replaced next spring.',
    priority: 'medium',
    status: 'risk_accepted',
    owner_text: 'Head of logistics',
    shows: [7],
  },
  {
    title: 'Alert on every use of PowerShell',
    measure: 'Too many alerts for what it shows; the rule for encoded commands stays.',
    priority: 'low',
    status: 'declined',
    shows: [],
  },
];

/** Remediations of the exercise in spring. */
export const remediationsOfSpring: readonly Plan[] = [
  {
    title: 'Alert on processes that another host starts by WMI',
    shortcoming: 'Nothing recorded that a process was started from the next host.',
    root_cause: 'The rule was lost when the log platform was migrated.',
    measure: 'Write the rule anew, and compare all rules with the list of before the migration.',
    risk_if_not_done: 'An attacker goes from host to host without anybody being told.',
    priority: 'critical',
    status: 'in_progress',
    due_on: inDays(10),
    owner_text: 'Log platform team',
    shows: [20],
  },
  {
    title: 'Alert on new local administrators',
    shortcoming: 'A new administrator was not noticed for a day.',
    root_cause: 'A third of the workstations send no security log.',
    measure: 'Give them the present policy, and alert on the event that it records.',
    risk_if_not_done: 'Whoever gets onto a workstation keeps a way back in.',
    priority: 'high',
    status: 'open',
    due_on: inDays(24),
    shows: [10],
  },
  {
    title: 'Alert when the account databases of a host are saved',
    shortcoming: 'The hives were saved, and the alert was filed as information.',
    root_cause: 'The severity was set for the test environment.',
    measure: 'Raise the severity, and page whoever is on duty.',
    risk_if_not_done: 'A password that was stolen is used before anybody looks at the alert.',
    priority: 'high',
    status: 'in_progress',
    due_on: inDays(17),
    shows: [15],
  },
  {
    title: 'Open scripts from the downloads folder in an editor',
    shortcoming: 'A script ran that a user had opened by a double click.',
    root_cause: 'Windows runs scripts unless a policy says otherwise.',
    measure: 'Set the policy for all workstations; developers are left out.',
    risk_if_not_done: 'One click is enough for a foothold.',
    priority: 'medium',
    status: 'verified',
    due_on: inDays(-120),
    owner_text: 'Workplace team',
    shows: [0],
  },
  {
    title: 'Record who asks for system information',
    shortcoming: 'Nothing recorded it.',
    root_cause: 'The program is part of every inventory run.',
    risk_if_not_done: 'A first look around stays unseen; what follows it does not.',
    priority: 'low',
    status: 'risk_accepted',
    owner_text: 'Head of operations',
    shows: [5],
  },
];
