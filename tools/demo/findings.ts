import type { Api } from './api.ts';

type Suggestion = {
  suggestion: string;
  tests: { test_id: string; run: number }[];
  techniques: string[];
  evidence_ids: string[];
};

/** Findings in several states, created from a mission's suggestions; the last suggestions stay open. */
export async function addFindings(api: Api, missionId: string, plans: readonly Plan[]): Promise<void> {
  const path = `/missions/${missionId}/findings`;
  const { items: remediations } = await api.send('GET', `/missions/${missionId}/remediations?limit=100`);
  const { items } = (await api.send('GET', `${path}/suggestions`)) as { items: Suggestion[] };
  const [dismissed, ...suggested] = items;
  for (const { measure, ...plan } of plans) {
    const found = suggested.shift();
    if (found === undefined) break;
    const { suggestion, tests, techniques, evidence_ids } = found;
    const linked = remediations.filter(({ title }: { title: string }) => title === measure);
    await api.send('POST', path, {
      ...plan,
      suggestion,
      tests,
      techniques,
      evidence_ids,
      remediation_ids: linked.map(({ id }: { id: string }) => id),
    });
  }
  if (dismissed !== undefined) {
    const { suggestion } = dismissed;
    await api.send('POST', `${path}/suggestions`, { suggestion, reason: 'Left out of scope on purpose' });
  }
}

/** `measure`: the title of the linked remediation. */
type Plan = { title: string; measure?: string } & Record<string, unknown>;

export const findingsNow: readonly Plan[] = [
  {
    title: 'Command lines of a third of the workstations are not recorded',
    severity: 'high',
    kind: 'detection_gap',
    status: 'confirmed',
    description: 'What was run on these workstations left no trace on the log platform.',
    impact: 'What an attacker did there can’t be found out afterwards.',
    root_cause: 'Their group policy is older than the logging.',
    recommendation: '- Give them the present policy\n- Compare hosts and policies every month',
    affected: '41 workstations of the dispatch office',
    references: ['https://attack.mitre.org/datasources/DS0017/'],
    measure: 'Send command lines of all workstations to the log platform',
  },
  {
    title: 'New services from temporary folders start without an alert',
    severity: 'medium',
    kind: 'detection_gap',
    status: 'confirmed',
    description: 'The log platform recorded the service, and nobody was told.',
    root_cause: 'There was no rule for it.',
    recommendation: 'A rule on the log platform, tested with the command of the exercise.',
    measure: 'Alert on new services that run from temporary folders',
  },
  {
    title: 'Warehouse terminals can’t take the sensor',
    severity: 'medium',
    kind: 'vulnerability',
    status: 'risk_accepted',
    description: 'They run an operating system that the sensor does not support.',
    impact: 'A foothold there stays unseen until they are replaced next spring.',
    affected: 'wh-term-01 to wh-term-12',
    measure: 'Separate the old warehouse terminals',
  },
  {
    title: 'On-call analysts do not know whom to phone at night',
    severity: 'low',
    kind: 'process',
    side: 'blue',
    description: 'The list of phone numbers was two years old.',
  },
];

/** Findings of the exercise in spring. */
export const findingsOfSpring: readonly Plan[] = [
  {
    title: 'Rules were lost when the log platform was migrated',
    severity: 'critical',
    kind: 'detection_gap',
    status: 'confirmed',
    description: 'Nothing recorded that a process was started from the next host.',
    impact: 'An attacker goes from host to host without anybody being told.',
    root_cause: 'Nobody compared the rules before and after the migration.',
    recommendation: 'Write the rules anew, and compare all of them with the list of before.',
    affected: 'Log platform',
    measure: 'Alert on processes that another host starts by WMI',
  },
  {
    title: 'New local administrators are noticed a day later',
    severity: 'high',
    kind: 'detection_gap',
    status: 'confirmed',
    description: 'A third of the workstations send no security log.',
    impact: 'Whoever gets onto a workstation keeps a way back in.',
    measure: 'Alert on new local administrators',
  },
  {
    title: 'Scripts from the downloads folder run by a double click',
    severity: 'medium',
    kind: 'prevention_gap',
    status: 'confirmed',
    description: 'Windows runs scripts unless a policy says otherwise.',
    measure: 'Open scripts from the downloads folder in an editor',
  },
];
