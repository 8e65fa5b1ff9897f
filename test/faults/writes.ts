import { endedJob } from '../support/backups/backup-jobs.ts';
import { olderEdition } from '../support/fixtures/attack-editions.ts';
import { AuthenticatorApp } from '../support/http/authenticator.ts';
import { SoftwarePasskey } from '../support/http/software-passkey.ts';
import { evidenceForm } from '../support/missions/factories.ts';
import { BrowserCookies } from '../support/servers/browser-cookies.ts';
import { Client } from '../support/servers/server.ts';
import { digestOf, type Fact, gone, showing } from './ledger.ts';
import { answered, ended, lives, newUser, pickTree, signedIn, signIn, userPassword } from './people.ts';
import { Refused, type Worker, type Write } from './worker.ts';
import { someText } from './world.ts';
import { identityWrites } from './writes-identities.ts';
import { importWrites } from './writes-imports.ts';
import { outcomeWrites } from './writes-outcomes.ts';
import { outlineWrites } from './writes-outline.ts';
import { reportWrites } from './writes-reports.ts';
import { runWrites } from './writes-runs.ts';
import { sightingWrites } from './writes-sightings.ts';
import { simulationWrites } from './writes-simulations.ts';
import { tokenWrites } from './writes-tokens.ts';

function changed(worker: Worker, about: string, path: string, body: object) {
  return worker.change('PATCH', path, body, [showing(about, path, body)]);
}

function removed(worker: Worker, about: string, path: string, alsoGone: Fact[] = []) {
  return worker.change('DELETE', path, undefined, [gone(about, path), ...alsoGone], 204);
}

/** A new user with an authenticator app, and their recovery codes. */
async function withApp(worker: Worker) {
  const { id, email, client } = await signedIn(worker);
  const path = `${pickTree(worker)}/auth/second-factor/totp`;
  const begun = answered('an app', await client.post(path, { current_password: userPassword }));
  const code = new AuthenticatorApp(begun.secret).codeAt(Date.now());
  const facts = [hasSecondFactor(id, true)];
  const { recovery_codes } = await worker.change('POST', `${path}/confirm`, { code }, facts, 200, client);
  return { id, email, client, codes: recovery_codes as string[] };
}

/** A new user with a passkey, which is bound to a name of the server, not to its address. */
async function withPasskey(worker: Worker) {
  const { id, client: atAddress } = await signedIn(worker);
  const token = atAddress.token as string;
  const client = new Client(worker.client.base.replace('127.0.0.1', 'localhost'), token);
  const base = `${pickTree(worker)}/auth/second-factor`;
  const asked = await client.post(`${base}/passkeys/offer`, { current_password: userPassword });
  const body = new SoftwarePasskey(client.base).register(answered('an offer', asked));
  const facts = [hasSecondFactor(id, true)];
  const { recovery_codes } = await worker.change('POST', `${base}/passkeys`, body, facts, 201, client);
  const { passkeys } = answered('second factors', await client.get(base));
  const read = { path: '/api/v1/auth/second-factor', token };
  return { id, client, read, path: `${base}/passkeys/${passkeys[0].id}`, codes: recovery_codes as string[] };
}

function hasSecondFactor(id: string, has_second_factor: boolean): Fact {
  return showing(`second factor of ${id}`, `/api/v1/users/${id}`, { has_second_factor });
}

function signsIn(email: string, password: string): Fact {
  const read = { path: '/api/v1/auth/login', method: 'POST' as const, body: { email, password } };
  return { about: `password of ${email}`, read, shows: { status: 200 } };
}

function newTestTemplate(worker: Worker) {
  const name = worker.name();
  return worker.make('/api/v1/test-templates', { name }, ({ id }) => [
    showing(`test template ${id}`, `/api/v1/test-templates/${id}`, { name }),
  ]);
}

async function newScenarioTemplate(worker: Worker) {
  const { id: test } = await newTestTemplate(worker);
  const name = worker.name();
  const tests = [{ test_template: { id: test } }, { test_template: { id: test } }];
  return worker.make('/api/v1/scenario-templates', { name, test_template_ids: [test, test] }, ({ id }) => [
    showing(`scenario template ${id}`, `/api/v1/scenario-templates/${id}`, { name, tests }),
  ]);
}

function newMission(worker: Worker, scenarios: string[] = [worker.scenario]) {
  const name = worker.name();
  return worker.make('/api/v1/missions', { name, scenario_template_ids: scenarios }, ({ id }) => [
    showing(`mission ${id}`, `/api/v1/missions/${id}`, { name, counts: { tests: scenarios.length * 3 } }),
  ]);
}

function newEvidence(worker: Worker) {
  const size = 1 + Math.floor(worker.random.unit() ** 3 * 400_000);
  const bytes = someText(worker.random, size);
  const sha256 = digestOf(bytes);
  return worker.make(`${worker.lane.place.path}/evidence`, evidenceForm(bytes), ({ id }) => [
    showing(`evidence ${id}`, `/api/v1/evidence/${id}/record`, { sha256, size }),
    {
      about: `bytes of evidence ${id}`,
      read: { path: `/api/v1/evidence/${id}` },
      shows: { status: 200, sha256 },
    },
  ]);
}

async function newBackup(worker: Worker): Promise<void> {
  await worker.make('/api/v1/backups', undefined, () => [], 202);
  const { backup_id, problem } = await endedJob(worker.client);
  // A failed job has no status of its own, only a problem.
  if (problem !== null) worker.refuse('the making of a backup', problem);
  const path = `/api/v1/backups/${backup_id}`;
  worker.acknowledge([{ about: `backup ${backup_id}`, read: { path }, shows: { status: 200 } }]);
}

async function withoutBackups(worker: Worker): Promise<void> {
  const { items } = await worker.read('/api/v1/backups');
  for (const { id } of items) await removed(worker, `backup ${id}`, `/api/v1/backups/${id}`);
}

function newInvitation(worker: Worker): Promise<{ id: string; token: string }> {
  const email = `${worker.name()}@example.org`;
  return worker.make(`${pickTree(worker)}/invitations`, { email, role: 'soc' }, ({ id }) => [
    invitation(id, true),
  ]);
}

function invitation(id: string, there: boolean): Fact {
  return {
    about: `invitation ${id}`,
    read: { path: '/api/v1/invitations' },
    shows: { status: 200, lists: { id, there } },
  };
}

function newGroup(worker: Worker) {
  const name = worker.name();
  return worker.make(`${pickTree(worker)}/groups`, { name, permissions: ['user.read'] }, ({ id }) => [
    showing(`group ${id}`, `/api/v1/groups/${id}`, { name }),
  ]);
}

function newEngagement(worker: Worker) {
  const name = worker.name();
  return worker.make('/api/engagements', { name }, ({ id }) => [
    showing(`engagement ${id}`, `/api/engagements/${id}`, { name }),
  ]);
}

function newSimulation(worker: Worker, engagement = worker.lane.engagement) {
  const name = worker.name();
  return worker.make(`/api/engagements/${engagement}/simulations`, { name }, ({ id }) => [
    showing(`simulation ${id}`, `/api/simulations/${id}`, { name }),
  ]);
}

function newSimulationTemplate(worker: Worker) {
  const name = worker.name();
  return worker.make('/api/templates', { name }, ({ id }) => [
    showing(`simulation template ${id}`, `/api/templates/${id}`, { name }),
  ]);
}

async function newConfiguration(worker: Worker): Promise<{ engagement: string; path: string }> {
  const { id: engagement } = await newEngagement(worker);
  const path = `/api/engagements/${engagement}/c2-config`;
  const body = { framework: 'fake', operation: worker.name() };
  await worker.change('PUT', path, body, [showing(`C2 of ${engagement}`, path, body)]);
  return { engagement, path };
}

async function linkedTask(worker: Worker): Promise<{ simulation: string; path: string; task: string }> {
  const { engagement } = await newConfiguration(worker);
  const { id: simulation } = await newSimulation(worker, engagement);
  const path = `/api/simulations/${simulation}/c2/tasks`;
  const { id: task } = await worker.make(path, { external_id: '101' }, (made) => [
    showing(`tasks of ${simulation}`, path, { items: [{ id: made.id }] }),
  ]);
  return { simulation, path, task };
}

/** Tries every operation with a lasting effect. Each try creates the objects that it works on. */
export const writes: readonly Write[] = [
  {
    route: 'PUT /missions/:mission_id/tests/:test_id',
    weight: 8,
    run(worker) {
      const { path, test } = worker.lane.place;
      const body = { red_comment: worker.name(), blue_comment: worker.name() };
      return worker.change('PUT', path, body, [showing(`fields of ${test}`, path, body)]);
    },
  },
  {
    route: 'POST /missions/:mission_id/tests/:test_id/transition',
    weight: 4,
    async run(worker) {
      const { path, test } = worker.lane.place;
      const found = await worker.read(path);
      const status = found.status === 'pending' ? 'skipped' : 'pending';
      return worker.change('POST', `${path}/transition`, { status }, [
        showing(`status of ${test}`, path, { status }),
      ]);
    },
  },
  { route: 'POST /missions', weight: 2, run: (worker) => newMission(worker) },
  {
    route: 'PATCH /missions/:mission_id',
    run(worker) {
      const { mission, missionPath } = worker.lane.place;
      return changed(worker, `fields of ${mission}`, missionPath, { client: worker.name() });
    },
  },
  {
    route: 'DELETE /missions/:mission_id',
    async run(worker) {
      const { id } = await newMission(worker);
      return removed(worker, `mission ${id}`, `/api/v1/missions/${id}`);
    },
  },
  {
    route: 'POST /missions/:mission_id/scenarios',
    async run(worker) {
      const { id } = await newMission(worker, []);
      const path = `/api/v1/missions/${id}`;
      return worker.change(
        'POST',
        `${path}/scenarios`,
        { scenario_template_ids: [worker.scenario] },
        [showing(`mission ${id}`, path, { counts: { tests: 3 } })],
        201,
      );
    },
  },
  {
    route: 'PUT /missions/:mission_id/members',
    async run(worker) {
      const { id: user_id } = await newUser(worker);
      const { mission, missionPath } = worker.lane.place;
      const members = [{ user_id, role_hint: 'blue' }];
      return worker.change('PUT', `${missionPath}/members`, { members }, [
        showing(`members of ${mission}`, missionPath, {
          members: [{ user: { id: user_id }, role_hint: 'blue' }],
        }),
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/transition',
    async run(worker) {
      const { id } = await newMission(worker);
      const path = `/api/v1/missions/${id}`;
      for (const status of ['in_progress', 'completed', 'archived']) {
        await worker.change('POST', `${path}/transition`, { status }, [
          showing(`status of ${id}`, path, { status }),
        ]);
      }
    },
  },
  { route: 'POST /missions/:mission_id/tests/:test_id/evidence', weight: 6, run: newEvidence },
  {
    route: 'PATCH /evidence/:evidence_id/record',
    weight: 2,
    async run(worker) {
      const { id } = await newEvidence(worker);
      const path = `/api/v1/evidence/${id}/record`;
      const caption = worker.name();
      await worker.change('PATCH', path, { caption }, [showing(`caption of ${id}`, path, { caption })]);
    },
  },
  {
    route: 'DELETE /evidence/:evidence_id',
    weight: 2,
    async run(worker) {
      const { id } = await newEvidence(worker);
      const path = `/api/v1/evidence/${id}`;
      const facts = [gone(`evidence ${id}`, `${path}/record`), gone(`bytes of evidence ${id}`, path)];
      return worker.change('DELETE', path, undefined, facts, 204);
    },
  },
  {
    route: 'POST /catalog/sync',
    exclusive: true,
    run: (worker) =>
      worker.change('POST', '/api/v1/catalog/sync', { source: 'bundled' }, [
        showing('catalogue', '/api/v1/catalog/status', { source_url: 'bundled' }),
      ]),
  },
  {
    route: 'POST /starter-library',
    exclusive: true,
    async run(worker) {
      await worker.change('POST', '/api/v1/catalog/sync', { source: 'bundled' }, [
        showing('catalogue', '/api/v1/catalog/status', { source_url: 'bundled' }),
      ]);
      const tagged = '?tag=starter%20library&limit=1';
      await worker.change('POST', '/api/v1/starter-library', undefined, [
        showing('starter tests', `/api/v1/test-templates${tagged}`, { total: 84 }),
        showing('starter scenarios', `/api/v1/scenario-templates${tagged}`, { total: 10 }),
      ]);
    },
  },
  {
    route: 'POST /catalog/import',
    exclusive: true,
    run: (worker) =>
      worker.change('POST', '/api/v1/catalog/import?allow_unverified=true', olderEdition(), [
        showing('catalogue', '/api/v1/catalog/status', { source_url: 'upload' }),
      ]),
  },
  { route: 'POST /test-templates', run: newTestTemplate },
  {
    route: 'PATCH /test-templates/:template_id',
    async run(worker) {
      const { id } = await newTestTemplate(worker);
      return changed(worker, `test template ${id}`, `/api/v1/test-templates/${id}`, { name: worker.name() });
    },
  },
  {
    route: 'DELETE /test-templates/:template_id',
    async run(worker) {
      const { id } = await newTestTemplate(worker);
      return removed(worker, `test template ${id}`, `/api/v1/test-templates/${id}`);
    },
  },
  { route: 'POST /scenario-templates', run: newScenarioTemplate },
  {
    route: 'PATCH /scenario-templates/:template_id',
    async run(worker) {
      const { id } = await newScenarioTemplate(worker);
      const body = { name: worker.name(), tags: [worker.name()] };
      return changed(worker, `scenario template ${id}`, `/api/v1/scenario-templates/${id}`, body);
    },
  },
  {
    route: 'DELETE /scenario-templates/:template_id',
    async run(worker) {
      const { id } = await newScenarioTemplate(worker);
      return removed(worker, `scenario template ${id}`, `/api/v1/scenario-templates/${id}`);
    },
  },
  {
    route: 'PUT /scenario-templates/:template_id/tests',
    async run(worker) {
      const { id } = await newScenarioTemplate(worker);
      const { id: test } = await newTestTemplate(worker);
      const path = `/api/v1/scenario-templates/${id}`;
      return worker.change('PUT', `${path}/tests`, { test_template_ids: [test] }, [
        showing(`scenario template ${id}`, path, { tests: [{ test_template: { id: test } }] }),
      ]);
    },
  },
  {
    route: 'POST /backups',
    exclusive: true,
    weight: 0.2,
    async run(worker) {
      await withoutBackups(worker);
      await newBackup(worker);
    },
  },
  {
    route: 'DELETE /backups/:backup_id',
    exclusive: true,
    weight: 0.2,
    async run(worker) {
      await newBackup(worker);
      await withoutBackups(worker);
    },
  },
  {
    route: 'POST /audit/erasures',
    async run(worker) {
      const { id } = await newTestTemplate(worker);
      const path = `/api/v1/audit?object_id=${id}&verb=created`;
      const { seq } = (await worker.read(path)).items[0];
      const facts = [showing(`changes of entry ${seq}`, path, { items: [{ seq, changes: null }] })];
      return worker.change('POST', '/api/v1/audit/erasures', { seq, reason: worker.name() }, facts);
    },
  },
  { route: 'POST /auth/login', run: (worker) => signedIn(worker) },
  {
    route: 'POST /auth/renew',
    async run(worker) {
      const { client } = await signedIn(worker);
      await worker.make(
        `${pickTree(worker)}/auth/renew`,
        undefined,
        (session) => [lives(session.access_token)],
        200,
        client,
      );
    },
  },
  {
    route: 'POST /auth/renewal',
    async run(worker) {
      const { email } = await newUser(worker);
      const browser = new BrowserCookies(worker.client.base);
      const tree = pickTree(worker);
      const body = { email, password: userPassword, stay: 'browser' };
      await worker.make(`${tree}/auth/login`, body, (session) => [lives(session.access_token)], 200, browser);
      await worker.make(
        `${tree}/auth/renewal`,
        undefined,
        ({ session }) => [lives(session.access_token)],
        200,
        browser,
      );
    },
  },
  {
    route: 'POST /auth/logout',
    async run(worker) {
      const { client } = await signedIn(worker);
      const facts = [ended(client.token as string)];
      return worker.change('POST', `${pickTree(worker)}/auth/logout`, undefined, facts, 204, client);
    },
  },
  {
    route: 'DELETE /auth/sessions/:session_id',
    async run(worker) {
      const { email, client } = await signedIn(worker);
      const other = await signIn(worker, email);
      const { items } = await worker.read('/api/v1/auth/sessions', client);
      const { id } = items.find(({ current }: { current: boolean }) => !current);
      const facts = [ended(other.token as string)];
      const path = `${pickTree(worker)}/auth/sessions/${id}`;
      return worker.change('DELETE', path, undefined, facts, 204, client);
    },
  },
  {
    route: 'DELETE /users/:user_id/sessions',
    async run(worker) {
      const { id, client } = await signedIn(worker);
      const facts = [ended(client.token as string)];
      return worker.change('DELETE', `${pickTree(worker)}/users/${id}/sessions`, undefined, facts, 204);
    },
  },
  {
    route: 'PATCH /auth/me',
    async run(worker) {
      const { id, client } = await signedIn(worker);
      const body = { display_name: worker.name() };
      const facts = [showing(`name of ${id}`, `/api/v1/users/${id}`, body)];
      return worker.change('PATCH', `${pickTree(worker)}/auth/me`, body, facts, 200, client);
    },
  },
  {
    route: 'POST /auth/password',
    async run(worker) {
      const { email, client } = await signedIn(worker);
      const body = { current_password: userPassword, new_password: `${worker.name()} of medlars` };
      const facts = [signsIn(email, body.new_password)];
      return worker.change('POST', `${pickTree(worker)}/auth/password`, body, facts, 204, client);
    },
  },
  {
    route: 'POST /auth/login/second-factor',
    async run(worker) {
      const { email, codes } = await withApp(worker);
      const path = `${pickTree(worker)}/auth/login`;
      const asked = await worker.client.post(path, { email, password: userPassword });
      if (asked.body?.second_factor === undefined) throw new Refused(path, asked.status, asked.body);
      const { challenge } = asked.body.second_factor;
      await worker.make(
        `${path}/second-factor`,
        { challenge, recovery_code: codes[0] },
        (session) => [lives(session.access_token)],
        200,
      );
    },
  },
  { route: 'POST /auth/second-factor/totp/confirm', run: withApp },
  {
    route: 'POST /auth/second-factor/totp/removal',
    async run(worker) {
      const { id, client, codes } = await withApp(worker);
      const body = { current_password: userPassword, recovery_code: codes[0] };
      const path = `${pickTree(worker)}/auth/second-factor/totp/removal`;
      const facts = [hasSecondFactor(id, false)];
      return worker.change('POST', path, body, facts, 204, client);
    },
  },
  {
    route: 'POST /auth/second-factor/recovery-codes',
    async run(worker) {
      const { id, client, codes } = await withApp(worker);
      const body = { current_password: userPassword, recovery_code: codes[0] };
      const path = `${pickTree(worker)}/auth/second-factor/recovery-codes`;
      const read = { path: '/api/v1/auth/second-factor', token: client.token as string };
      const shows = { status: 200, part: { recovery_codes_left: 10 } };
      const facts = [{ about: `recovery codes of ${id}`, read, shows }];
      return worker.change('POST', path, body, facts, 200, client);
    },
  },
  { route: 'POST /auth/second-factor/passkeys', run: withPasskey },
  {
    route: 'PATCH /auth/second-factor/passkeys/:passkey_id',
    async run(worker) {
      const { client, path, read } = await withPasskey(worker);
      const name = worker.name();
      const facts = [
        { about: `name of ${path}`, read, shows: { status: 200, part: { passkeys: [{ name }] } } },
      ];
      return worker.change('PATCH', path, { name }, facts, 204, client);
    },
  },
  {
    route: 'POST /auth/second-factor/passkeys/:passkey_id/removal',
    async run(worker) {
      const { id, client, path, codes } = await withPasskey(worker);
      const body = { current_password: userPassword, recovery_code: codes[0] };
      return worker.change('POST', `${path}/removal`, body, [hasSecondFactor(id, false)], 204, client);
    },
  },
  {
    route: 'DELETE /users/:user_id/second-factor',
    async run(worker) {
      const { id, client } = await withApp(worker);
      const facts = [hasSecondFactor(id, false), ended(client.token as string)];
      const path = `${pickTree(worker)}/users/${id}/second-factor`;
      return worker.change('DELETE', path, undefined, facts, 204);
    },
  },
  { route: 'POST /users', run: (worker) => newUser(worker) },
  {
    route: 'PATCH /users/:user_id',
    async run(worker) {
      const { id } = await newUser(worker);
      const body = { display_name: worker.name(), role: 'soc', is_active: false };
      return changed(worker, `user ${id}`, `${pickTree(worker)}/users/${id}`, body);
    },
  },
  {
    route: 'DELETE /users/:user_id',
    async run(worker) {
      const { id } = await newUser(worker);
      return removed(worker, `user ${id}`, `${pickTree(worker)}/users/${id}`);
    },
  },
  { route: 'POST /invitations', run: newInvitation },
  {
    route: 'DELETE /invitations/:invitation_id',
    async run(worker) {
      const { id } = await newInvitation(worker);
      return worker.change(
        'DELETE',
        `${pickTree(worker)}/invitations/${id}`,
        undefined,
        [invitation(id, false)],
        204,
      );
    },
  },
  {
    route: 'POST /invitations/accept',
    async run(worker) {
      const { id, token } = await newInvitation(worker);
      const body = { token, display_name: worker.name(), password: userPassword };
      await worker.change(
        'POST',
        `${pickTree(worker)}/invitations/accept`,
        body,
        [invitation(id, false)],
        201,
      );
    },
  },
  ...tokenWrites,
  { route: 'POST /groups', run: newGroup },
  {
    route: 'PATCH /groups/:group_id',
    async run(worker) {
      const { id } = await newGroup(worker);
      const body = { name: worker.name(), permissions: ['mission.read'] };
      return changed(worker, `group ${id}`, `${pickTree(worker)}/groups/${id}`, body);
    },
  },
  {
    route: 'DELETE /groups/:group_id',
    async run(worker) {
      const { id } = await newGroup(worker);
      return removed(worker, `group ${id}`, `${pickTree(worker)}/groups/${id}`);
    },
  },
  { route: 'POST /engagements', run: newEngagement },
  {
    route: 'PATCH /engagements/:engagement_id',
    async run(worker) {
      const { id } = await newEngagement(worker);
      const body = { name: worker.name(), status: 'closed' };
      return changed(worker, `engagement ${id}`, `/api/engagements/${id}`, body);
    },
  },
  {
    route: 'PUT /engagements/:engagement_id/members',
    async run(worker) {
      const { id } = await newEngagement(worker);
      const { id: user_id } = await newUser(worker);
      const members = [{ user_id, role_hint: 'blue' }];
      return worker.change('PUT', `/api/engagements/${id}/members`, { members }, [
        showing(`members of ${id}`, `/api/engagements/${id}`, {
          members: [{ user: { id: user_id }, role_hint: 'blue' }],
        }),
      ]);
    },
  },
  {
    route: 'DELETE /engagements/:engagement_id',
    async run(worker) {
      const { id } = await newEngagement(worker);
      const { id: simulation } = await newSimulation(worker, id);
      return removed(worker, `engagement ${id}`, `/api/engagements/${id}`, [
        gone(`simulation ${simulation}`, `/api/simulations/${simulation}`),
      ]);
    },
  },
  { route: 'POST /engagements/:engagement_id/simulations', run: (worker) => newSimulation(worker) },
  {
    route: 'PATCH /simulations/:simulation_id',
    weight: 4,
    run(worker) {
      const { simulation } = worker.lane;
      const body = { red_comment: worker.name(), tactic_ids: [worker.random.pick(['TA0001', 'TA0040'])] };
      return changed(worker, `fields of ${simulation}`, `/api/simulations/${simulation}`, body);
    },
  },
  {
    route: 'DELETE /simulations/:simulation_id',
    async run(worker) {
      const { id } = await newSimulation(worker);
      return removed(worker, `simulation ${id}`, `/api/simulations/${id}`);
    },
  },
  {
    route: 'POST /simulations/:simulation_id/transition',
    async run(worker) {
      const { id } = await newSimulation(worker);
      const path = `/api/simulations/${id}`;
      for (const status of ['in_progress', 'review_required', 'done']) {
        await worker.change('POST', `${path}/transition`, { status }, [
          showing(`status of ${id}`, path, { status }),
        ]);
      }
    },
  },
  { route: 'PUT /engagements/:engagement_id/c2-config', run: newConfiguration },
  {
    route: 'DELETE /engagements/:engagement_id/c2-config',
    async run(worker) {
      const { engagement, path } = await newConfiguration(worker);
      return worker.change('DELETE', path, undefined, [gone(`C2 of ${engagement}`, path)]);
    },
  },
  { route: 'POST /simulations/:simulation_id/c2/tasks', run: linkedTask },
  {
    route: 'POST /simulations/:simulation_id/c2/tasks/refresh',
    async run(worker) {
      const { simulation, path } = await linkedTask(worker);
      const done = [
        showing(`output of ${simulation}`, path, { items: [{ status: 'completed', mapping_applied: true }] }),
      ];
      for (const facts of [[], [], done]) await worker.change('POST', `${path}/refresh`, undefined, facts);
    },
  },
  {
    route: 'DELETE /simulations/:simulation_id/c2/tasks/:task_id',
    async run(worker) {
      const { simulation, path, task } = await linkedTask(worker);
      return worker.change(
        'DELETE',
        `${path}/${task}`,
        undefined,
        [showing(`tasks of ${simulation}`, path, { items: [] })],
        204,
      );
    },
  },
  { route: 'POST /templates', run: newSimulationTemplate },
  {
    route: 'PATCH /templates/:template_id',
    async run(worker) {
      const { id } = await newSimulationTemplate(worker);
      const body = { name: worker.name() };
      return changed(worker, `simulation template ${id}`, `/api/templates/${id}`, body);
    },
  },
  {
    route: 'DELETE /templates/:template_id',
    async run(worker) {
      const { id } = await newSimulationTemplate(worker);
      return removed(worker, `simulation template ${id}`, `/api/templates/${id}`);
    },
  },
  ...outcomeWrites,
  ...outlineWrites,
  ...reportWrites,
  ...identityWrites,
  ...importWrites,
  ...runWrites,
  ...sightingWrites,
  ...simulationWrites,
];

/** Operations without a lasting effect, or impossible on a running server, each with the reason. */
export const notTried: Readonly<Record<string, string>> = {
  'POST /missions/:mission_id/findings/suggestions':
    'decides on what the record suggests; the finding that takes it in is written as its PATCH writes it',
  'POST /setup': 'there is one set-up in the life of an installation',
  'POST /invitations/preview': 'it writes nothing',
  'POST /missions/:mission_id/alerts/files/preview': 'it writes nothing',
  'POST /auth/ticket': 'it waits in memory for its use',
  'POST /missions/:mission_id/presence': 'it is kept in memory, for half a minute',
  'POST /notifications/read': 'only its reader sees what it writes',
  'POST /auth/second-factor/totp': 'the secret waits in memory for its first code',
  'POST /auth/second-factor/passkeys/challenge': 'it waits in memory for its signature',
  'POST /auth/second-factor/passkeys/offer': 'it waits in memory for the passkey',
  'POST /missions/:mission_id/reports/:report_id/renderings':
    'what is made of a draft is kept for half an hour',
  'DELETE /missions/:mission_id/reports/:report_id/renderings/:format': 'it ends what is not kept',
  'POST /imports': 'what is read waits in memory until it is applied',
  'PATCH /imports/:import_id': 'what is read waits in memory until it is applied',
  'DELETE /imports/:import_id': 'it ends what is not kept',
  'POST /diag/reset': 'only with APP_ENV=test',
  'POST /backups/:backup_id/verify': 'what it finds is not kept for long',
  'POST /verification': 'what it finds is not kept for long',
  'POST /backups/:backup_id/restore':
    'the server starts again with what the backup holds; test/command/restore-here.test.ts kills it on the way',
  'POST /engagements/:engagement_id/c2-config/test': 'it keeps nothing',
  'POST /sign-in-providers/test': 'it keeps nothing',
  'POST /auth/provider/begin': 'it waits in memory for the answer',
  'POST /auth/identities/begin': 'it waits in memory for the answer',
  'POST /auth/identities/directory': 'it needs a directory; it writes what POST /auth/identities writes',
};
