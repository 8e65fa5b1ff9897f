import type { Api } from './api.ts';
import { addTools, type Tools } from './facts.ts';

type Status = 'pending' | 'in_progress' | 'review_required' | 'done';
type Seen = 'logged' | 'alerted';

type Template = {
  name: string;
  description: string;
  objective: string;
  command: string;
  technique_ids: string[];
  tactic_ids: string[];
  expected_detection: string;
};

const templates: Template[] = [
  {
    name: 'List who is signed in',
    description: 'The first thing an intruder asks a new host.',
    objective: 'See whether account discovery from an office host is on record.',
    command: 'query user && net localgroup administrators',
    technique_ids: ['T1033', 'T1087.001'],
    tactic_ids: ['TA0007'],
    expected_detection: 'Process creation of both commands from one parent within a minute.',
  },
  {
    name: 'Scheduled task that calls home',
    description: 'A task under a harmless name that starts at sign-in.',
    objective: 'See whether a new task with a script interpreter raises an alert.',
    command:
      'schtasks /create /tn "Printer Status" /sc onlogon /tr "powershell -File C:\\Users\\Public\\status.ps1"',
    technique_ids: ['T1053.005'],
    tactic_ids: ['TA0002', 'TA0003'],
    expected_detection: 'Task registration with an interpreter as its action.',
  },
  {
    name: 'Archive and carry off a share',
    description: 'A folder of test documents is packed and sent over the existing channel.',
    objective: 'See whether volume or destination gives the transfer away.',
    command: 'tar -czf /tmp/.cache.tgz /srv/share/test-documents',
    technique_ids: ['T1560.001', 'T1041'],
    tactic_ids: ['TA0009', 'TA0010'],
    expected_detection: 'An unusual amount of outbound data from a file server.',
  },
];

type Plan = {
  template: number;
  name: string;
  status: Status;
  output?: string;
  seen?: Seen;
  comment?: string;
};

const engagements: { name: string; client: string; description: string; plans: Plan[] }[] = [
  {
    name: 'Lighthouse: assumed breach',
    client: 'Lighthouse Shipping',
    description: 'From an office laptop to the file server, with the SOC watching.',
    plans: [
      {
        template: 0,
        name: 'Look around on the laptop',
        status: 'done',
        output: 'USERNAME   SESSIONNAME  STATE\nm.keeper   console      Active\n',
        seen: 'logged',
        comment: 'In the log, but no rule looks for it. One is being written.',
      },
      {
        template: 1,
        name: 'Stay on the laptop',
        status: 'review_required',
        output: 'SUCCESS: The scheduled task "Printer Status" has successfully been created.\n',
        seen: 'alerted',
        comment: 'Alert within two minutes; the analyst on duty called.',
      },
      { template: 2, name: 'Carry off the test share', status: 'in_progress' },
      { template: 0, name: 'Look around on the file server', status: 'pending' },
    ],
  },
  {
    name: 'Breakwater: retest of last year',
    client: 'Breakwater Energy',
    description: 'What went unseen last year, once more.',
    plans: [
      { template: 1, name: 'Scheduled task on the jump host', status: 'pending' },
      { template: 2, name: 'Archive of the engineering share', status: 'pending' },
    ],
  },
];

/** Two engagements of the red side, with simulations in every state of the workflow; returns their ids. */
export async function fillEngagements(
  red: Api,
  soc: Api,
): Promise<{ engagement: string; simulations: string[] }[]> {
  const templateIds: string[] = [];
  for (const template of templates) {
    templateIds.push((await red.engagements.send('POST', '/templates', template)).id);
  }
  const made: { engagement: string; simulations: string[] }[] = [];
  for (const { plans, ...fields } of engagements) {
    const engagement = await red.engagements.send('POST', '/engagements', {
      ...fields,
      start_date: day(-2),
      end_date: day(10),
    });
    const tools = await addTools(red, engagement.organisation.id);
    const simulations: string[] = [];
    for (const { template, name } of plans) {
      const simulation = await red.engagements.send('POST', `/engagements/${engagement.id}/simulations`, {
        template_id: templateIds[template],
        name,
      });
      simulations.push(simulation.id);
    }
    for (const [index, plan] of plans.entries()) {
      await run(red.engagements, soc.engagements, simulations[index] as string, plan, tools);
    }
    made.push({ engagement: engagement.id, simulations });
  }
  return made;
}

async function run(red: Api, soc: Api, id: string, plan: Plan, tools: Tools): Promise<void> {
  if (plan.status === 'pending') return;
  const path = `/simulations/${id}`;
  const at = Date.now() - 3 * 3_600_000;
  const { technique_ids } = templates[plan.template] as Template;
  // Naming techniques starts work on the simulation, and on its engagement.
  await red.send('PATCH', path, { technique_ids });
  if (plan.status === 'in_progress') return;
  await red.send('PATCH', path, {
    output: plan.output ?? null,
    red_comment: 'Ran as planned.',
    executed_at: new Date(at).toISOString(),
  });
  await red.send('POST', `${path}/transition`, { status: 'review_required' });
  await soc.send('PATCH', path, {
    soc_comment: plan.comment ?? null,
  });
  for (const fact of plan.seen === undefined ? [] : describeSeen(plan.seen, tools, at)) {
    await soc.send('POST', `${path}/facts`, fact);
  }
  if (plan.status === 'done') await soc.send('POST', `${path}/transition`, { status: 'done' });
}

/** Facts from which this level is derived. */
function describeSeen(seen: Seen, { edr, siem }: Tools, at: number): object[] {
  const after = (seconds: number) => new Date(at + seconds * 1000).toISOString();
  const log = { kind: 'logged', result: 'yes', at: after(3), tool: { id: siem.id }, category: 'telemetry' };
  if (seen === 'logged') return [log, { kind: 'alerted', result: 'no', tool: { id: edr.id } }];
  return [
    log,
    {
      kind: 'alerted',
      result: 'yes',
      at: after(110),
      tool: { id: edr.id },
      rule_name: 'Task with an interpreter as its action',
      severity: 'high',
      category: 'technique',
    },
    { kind: 'responded', result: 'partial', at: after(900) },
  ];
}

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}
