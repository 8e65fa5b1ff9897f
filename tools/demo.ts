import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fillCommand } from '../domain/variables.ts';
import { issueInstallToken } from '../server/accounts/setup/service.ts';
import { openDatabase } from '../server/database/database.ts';
import { startServer } from '../server/index.ts';
import { createLog } from '../server/log.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { sendAlerts } from './demo/alerts.ts';
import { Api } from './demo/api.ts';
import { drawPath, holdReplay, matchAtBank, noticeAtBank, noticeInDrill } from './demo/blind.ts';
import { fillC2 } from './demo/c2.ts';
import { describeAttack, hostOfOffice, shareOut, variables } from './demo/details.ts';
import { fillEngagements } from './demo/engagements.ts';
import { alert, chart, logExtract, type Proof, transcript } from './demo/evidence.ts';
import { expectOfTool } from './demo/expectations.ts';
import { addFacts, addTools, raisesAlert } from './demo/facts.ts';
import { addFindings, findingsNow, findingsOfSpring } from './demo/findings.ts';
import { makeLibrary } from './demo/library.ts';
import { addRemediations, remediationsNow, remediationsOfSpring } from './demo/remediations.ts';
import { draftExecutive, issueTechnical } from './demo/reports.ts';
import { runAgain } from './demo/runs.ts';
import {
  activePhase,
  betweenTests,
  draftTlpt,
  hostOfBank,
  outcomeOfBank,
  recordTlpt,
  remediationsOfBank,
} from './demo/tlpt.ts';

const usage = `Usage: npm run demo -- [<folder of Atomic Red Team files>] [--data-dir <empty folder>]

Fills an empty data folder over the API: the bundled ATT&CK catalogue, templates, people of both
sides, a mission in progress, one that is over, a threat-led penetration test with its attack path
and replay, and a drill that blue knows nothing of, with evidence, alerts, sightings, remediations,
findings and reports, and two engagements. Then start Damson over the same folder.
`;

const day = 86_400_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) {
  process.stdout.write(usage);
} else {
  process.exitCode = await fill(positionals[0], values['data-dir']);
}

async function fill(atomicsFolder: string | undefined, dataDir: string | undefined): Promise<number> {
  const given = readSettings({ 'data-dir': dataDir });
  const settings = {
    ...given,
    port: 0,
    host: '127.0.0.1',
    // No configuration can be stored without a key, although the stand-in's has nothing to encrypt.
    encryptionKey: given.encryptionKey ?? randomBytes(32),
    // The demonstration must not contact a real framework.
    c2Adapter: 'fake' as const,
  };
  if (existsSync(settings.dataDir) && readdirSync(settings.dataDir).length > 0) {
    process.stderr.write(
      `demo: ${settings.dataDir} is not empty: name an empty folder with --data-dir, so that nothing real is mixed in\n`,
    );
    return 1;
  }
  const server = await startServer(settings, { log: createLog('error', 2) });
  try {
    const people = await fillServer(new Api(server.url), settings, atomicsFolder);
    process.stdout.write(farewell(people, dataDir));
  } finally {
    await server.close();
  }
  return 0;
}

type Person = { id: string; name: string; email: string; password: string; title: string; api: Api };

async function fillServer(
  api: Api,
  settings: Settings,
  atomicsFolder: string | undefined,
): Promise<Person[]> {
  step('setting up the administrator and the bundled ATT&CK catalogue');
  const lead = await setUp(api, settings.dbPath);
  const people = [
    lead,
    await addPerson(api, lead, 'red@demo.test', 'Rosa Red', 'redteam', 'Red operator'),
    await addPerson(api, lead, 'red2@demo.test', 'Rafael Red', 'redteam', 'Red operator'),
    await addPerson(api, lead, 'blue@demo.test', 'Bianca Blue', 'soc', 'SOC analyst'),
    await addPerson(api, lead, 'blue2@demo.test', 'Bruno Blue', 'soc', 'SOC analyst'),
  ];
  const [, rosa, rafael, bianca, bruno] = people as [Person, Person, Person, Person, Person];

  step('making the library of tests and scenarios');
  const scenarios = await makeLibrary(rosa.api, atomicsFolder);

  step('running four missions');
  const spring = await runMission(rosa, bianca, {
    name: 'Orchard: spring exercise',
    client: 'Orchard Logistics',
    description: 'The first exercise with the SOC, half a year ago.',
    scenarios: scenarios.slice(0, 3),
    members: [lead, rosa, bianca],
    daysAgo: 180,
    executed: 1,
    reviewed: 1,
    outcome: (place) => [0, 1, 1, 3, 2][place % 5] as number,
    remediations: remediationsOfSpring,
  });
  await addFindings(lead.api, spring, findingsOfSpring);
  await finish(lead, spring);
  const readiness = await runMission(rosa, bianca, {
    name: 'Orchard: ransomware readiness',
    client: 'Orchard Logistics',
    description:
      'What has become better since spring, and what an attacker still gets away with. Half of it is done.',
    scenarios: scenarios.slice(0, 3),
    members: [lead, rosa, bianca],
    executed: 0.7,
    reviewed: 0.45,
    // In the second run, missed tests are alerted to, and logged ones prevented.
    again: { 0: 2, 1: 3 },
  });
  await addFindings(lead.api, readiness, findingsNow);
  await sendAlerts(bianca.api, readiness);
  const bank = await runMission(rafael, bruno, {
    name: 'Hedgerow: threat-led penetration test',
    client: 'Hedgerow Bank',
    description: 'The active phase is over; the reports are being written.',
    scenarios: scenarios.slice(-2).reverse(),
    members: [lead, rafael, bruno],
    daysAgo: -activePhase.end,
    every: betweenTests,
    period: { start: Date.now() + activePhase.start * day, end: Date.now() + activePhase.end * day },
    hostOf: hostOfBank,
    executed: 1,
    reviewed: 1,
    outcome: outcomeOfBank,
    remediations: remediationsOfBank,
    unknown: async (mission, timeOf) => {
      await noticeAtBank(bruno.api, mission, timeOf);
      await lead.api.send('PATCH', `/missions/${mission}`, {
        visibility: 'open',
        sightings_visible_to_red: true,
      });
    },
  });
  await recordTlpt(lead.api, bank);
  const attacked = await listTests(lead.api, bank);
  await drawPath(rafael.api, bank, attacked);
  await matchAtBank(bruno.api, bank, attacked);
  await holdReplay(lead.api, bank, attacked);
  await runMission(rosa, bianca, {
    name: 'Orchard: unannounced drill',
    client: 'Orchard Logistics',
    description: 'Blue knows that there may be drills, and nothing of this one.',
    scenarios: scenarios.slice(0, 1),
    members: [lead, rosa, bianca],
    executed: 0.5,
    reviewed: 0,
    remediations: [],
    unknown: (mission, timeOf) => noticeInDrill(bianca.api, mission, timeOf),
  });

  step('writing seven reports');
  await draftTlpt(lead.api, bank);
  await issueTechnical(lead.api, spring);
  await draftExecutive(lead.api, readiness);

  step('running two engagements');
  const engagements = await fillEngagements(rosa.api, bianca.api);
  await fillC2(rosa.api.engagements, engagements);
  return people;
}

async function setUp(api: Api, dbPath: string): Promise<Person> {
  const opened = openDatabase(dbPath, { mustExist: true });
  const install_token = await issueInstallToken(opened.db, Date.now, 'command');
  await opened.close();
  const password = newPassword();
  const email = 'lead@demo.test';
  const session = await api.send('POST', '/setup', {
    install_token,
    email,
    display_name: 'Lea Lead',
    password,
  });
  return {
    id: session.user.id,
    name: session.user.display_name,
    email,
    password,
    title: 'Exercise lead (administrator)',
    api: api.as(session.access_token),
  };
}

async function addPerson(
  api: Api,
  lead: Person,
  email: string,
  display_name: string,
  role: string,
  title: string,
): Promise<Person> {
  const [first, password] = [newPassword(), newPassword()];
  const { id } = await lead.api.send('POST', '/users', { email, display_name, role, password: first });
  const session = await api.send('POST', '/auth/login', { email, password: first });
  const person = { id, name: display_name, email, password, title, api: api.as(session.access_token) };
  // Without it, every page would ask for a new password.
  await person.api.send('POST', '/auth/password', { current_password: first, new_password: password });
  return person;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

type MissionPlan = {
  name: string;
  client: string;
  scenarios: string[];
  members: [Person, Person, Person];
  description?: string;
  daysAgo?: number;
  /** Time between two tests, in milliseconds; by default eleven minutes. */
  every?: number;
  /** The mission's first and last day, as times; by default that of its tests and four more. */
  period?: { start: number; end: number };
  /** Takes a position, returns the host that its test attacks. */
  hostOf?: (place: number) => string;
  executed: number;
  reviewed: number;
  /** Takes a position, returns the one whose outcome it gets; by default its own. */
  outcome?: (place: number) => number;
  remediations?: Parameters<typeof addRemediations>[4];
  /** Positions of the tests retested after a fix, each with the position whose outcome it then gets. */
  again?: Readonly<Record<number, number>>;
  /** Makes the mission blind, and does what blue does while it knows of no test; given the time of each test by position. */
  unknown?: (mission: string, timeOf: (place: number) => number) => Promise<void>;
};

/** Creates a mission and returns it. */
async function runMission(red: Person, blue: Person, plan: MissionPlan): Promise<string> {
  const now = Date.now() - (plan.daysAgo ?? 0) * day;
  const [lead] = plan.members;
  const mission = await red.api.send('POST', '/missions', {
    name: plan.name,
    client: plan.client,
    description: plan.description ?? 'A mission of the demonstration: half done, for looking around in.',
    start_date: dayOf(plan.period?.start ?? now),
    end_date: dayOf(plan.period?.end ?? now + 4 * day),
    scenario_template_ids: plan.scenarios,
    variables,
    ...(plan.unknown !== undefined && { visibility: 'blind' }),
    members: [
      { user_id: lead.id, role_hint: 'lead' },
      { user_id: red.id, role_hint: 'red' },
      { user_id: blue.id, role_hint: 'blue' },
    ],
  });
  await red.api.send('POST', `/missions/${mission.id}/transition`, { status: 'in_progress' });
  const tools = await addTools(red.api, mission.organisation.id);
  const tests: { id: string; name: string }[] = mission.scenarios.flatMap(
    (scenario: { tests: unknown[] }) => scenario.tests,
  );
  const timeOf = (index: number) => now - (tests.length - index) * (plan.every ?? 11 * 60_000);
  await plan.unknown?.(mission.id, timeOf);
  await shareOut(red.api, mission.id, tests, [red, blue]);
  for (const [index, test] of tests.entries()) {
    const base = `/missions/${mission.id}/tests/${test.id}`;
    const share = (index + 1) / tests.length;
    if (index === 2) await expectOfTool(red.api, base, tools.edr);
    if (share > plan.executed) {
      if (index === tests.length - 1) await red.api.send('POST', `${base}/transition`, { status: 'blocked' });
      continue;
    }
    const at = new Date(timeOf(index)).toISOString();
    const host = (plan.hostOf ?? hostOfOffice)(index);
    const {
      suggested_command: suggested,
      variables: own,
      variable_defaults: defaults,
    } = await red.api.send('GET', base);
    const command = fillCommand(suggested ?? 'see the procedure', own, variables, defaults).text.slice(
      0,
      4000,
    );
    await red.api.send('PUT', base, {
      command,
      output: `[${at}] started\n[${at}] exit code 0\n`,
      red_comment: index % 3 === 0 ? 'Ran as planned from the first foothold.' : null,
      ...describeAttack(index, at, red.name, host),
    });
    await red.api.send('POST', `${base}/transition`, { status: 'executed', executed_at: at });
    if (index % 2 === 0) await attach(red, base, transcript(test.name, command, at));
    if (share > plan.reviewed) continue;
    const place = plan.outcome?.(index) ?? index;
    const seen = raisesAlert(place);
    const documents = {
      alert: seen ? [await attach(blue, base, alert(test.name, at, host))] : [],
      log: index % 2 === 0 ? [await attach(blue, base, logExtract(at, host))] : [],
    };
    if (index % 2 === 1) await attach(blue, base, chart(index + 1));
    await addFacts(blue.api, base, tools, { at, place, documents });
    await blue.api.send('PUT', base, {
      blue_comment: seen ? 'Alert raised in the console.' : 'Nobody was told; see what the logs hold.',
    });
    await blue.api.send('POST', `${base}/transition`, { status: 'reviewed_by_blue' });
  }
  await addRemediations(blue.api, mission.id, tests, blue, plan.remediations ?? remediationsNow);
  for (const [index, as] of Object.entries(plan.again ?? {})) {
    const test = `/missions/${mission.id}/tests/${tests[Number(index)]?.id}`;
    const at = new Date(now - 5 * 60_000).toISOString();
    await runAgain(test, { red: red.api, blue: blue.api, tools, at, as });
  }
  return mission.id;
}

async function listTests(api: Api, mission: string): Promise<{ id: string }[]> {
  const { scenarios } = await api.send('GET', `/missions/${mission}`);
  return scenarios.flatMap(({ tests }: { tests: { id: string }[] }) => tests);
}

async function finish(lead: Person, mission: string): Promise<void> {
  await lead.api.send('POST', `/missions/${mission}/transition`, { status: 'completed' });
}

async function attach(person: Person, base: string, proof: Proof): Promise<string> {
  const form = new FormData();
  form.set('caption', proof.caption);
  form.set('file', new Blob([proof.bytes as Uint8Array<ArrayBuffer>], { type: proof.type }), proof.name);
  return (await person.api.send('POST', `${base}/evidence`, form)).id;
}

/** A random password, because a demonstration may be shared on a network. */
function newPassword(): string {
  return randomBytes(12).toString('base64url');
}

function step(text: string): void {
  process.stderr.write(`demo: ${text}\n`);
}

function farewell(people: readonly Person[], dataDir: string | undefined): string {
  const start = dataDir === undefined ? 'npm start' : `npm start -- --data-dir ${dataDir}`;
  const rows = people.map((person) => `  ${person.email.padEnd(16)} ${person.password}   ${person.title}`);
  return `The demonstration is ready. Start it with

  ${start}

and sign in as one of these; the passwords are shown only here:

${rows.join('\n')}

The C2 tasks in it come from a stand-in that is built in. To try linking more of them without a
framework, start it with SVC_C2_ADAPTER=fake.
`;
}
