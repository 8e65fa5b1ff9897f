import { endedJob } from '../support/backups/backup-jobs.ts';
import { olderEdition } from '../support/fixtures/attack-editions.ts';
import { evidenceForm } from '../support/missions/factories.ts';
import { changed, removed } from './changes.ts';
import { digestOf, gone, showing } from './ledger.ts';
import { newUser } from './people.ts';
import type { Worker, Write } from './worker.ts';
import { someText } from './world.ts';
import { accountWrites } from './writes-accounts.ts';
import { engagementWrites } from './writes-engagements.ts';
import { identityWrites } from './writes-identities.ts';
import { importWrites } from './writes-imports.ts';
import { outcomeWrites } from './writes-outcomes.ts';
import { outlineWrites } from './writes-outline.ts';
import { reportWrites } from './writes-reports.ts';
import { runWrites } from './writes-runs.ts';
import { sightingWrites } from './writes-sightings.ts';
import { simulationWrites } from './writes-simulations.ts';

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
  ...accountWrites,
  ...engagementWrites,
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
