import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Role } from '../../domain/permissions.ts';
import { defaultReportOptions } from '../../domain/reports.ts';
import { insertTest, uploader } from '../../test/support/servers/evidence-host.ts';
import { findLivePrincipal } from '../accounts/sessions/service.ts';
import { type Db, inSnapshot, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { inView, shownOnly } from '../database/view.ts';
import { listHistory, listHistoryOf } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { Principal } from '../permissions.ts';
import { readActivity } from './activity/service.ts';
import type { MissionListQuery } from './contract.ts';
import { requireVisibleEvidence } from './evidence/service.ts';
import { listTests as listFiguredTests } from './figures/store.ts';
import { listFindings } from './findings/store.ts';
import { MembersMemory } from './members/memory.ts';
import { PartsMemory } from './mission-tests/parts.ts';
import { readTest } from './mission-tests/service.ts';
import { listRemediations } from './remediations/store.ts';
import { buildReportModel } from './reports/build.ts';
import { listRuns } from './runs/service.ts';
import type { TestSearchQuery } from './search/contract.ts';
import { searchTests, TestWordsMemory } from './search/service.ts';
import { listMissions, readMission } from './service.ts';
import { readTimeline } from './timeline/service.ts';
import { TotalsMemory } from './totals.ts';
import { moveScenario } from './transfers/service.ts';
import { requireVisibleMission } from './visibility.ts';
import { listWaitingTests } from './waiting/service.ts';

const now = Date.now;

describe('frequent queries use an index, in the order they are shown', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-plans-'));
  const file = path.join(folder, 'damson.db');
  const ids = { mission: '', veiled: '', test: '', evidence: newId(), session: newId() };

  before(async () => {
    const { db, sqlite, close } = openDatabase(file);
    await migrate(sqlite, file);
    const { missionId, testId } = await insertTest(db);
    ids.mission = missionId;
    ids.test = testId;
    await db
      .insertInto('mission_members')
      .values({ mission_id: missionId, user_id: uploader.id, role_hint: 'red', position: 0 })
      .execute();
    await db
      .insertInto('evidence')
      .values({
        id: ids.evidence,
        mission_id: missionId,
        test_id: testId,
        side: 'red',
        file_name: 'a.txt',
        mime_type: 'text/plain',
        size: 1,
        sha256: 'a'.repeat(64),
        caption: null,
        uploaded_by: uploader.id,
        uploaded_at: '2026-01-01T00:00:00.000Z',
      })
      .execute();
    const { missionId: veiled } = await insertTest(db);
    ids.veiled = veiled;
    await db
      .insertInto('mission_members')
      .values({ mission_id: veiled, user_id: uploader.id, role_hint: 'red', position: 0 })
      .execute();
    await db
      .updateTable('missions')
      .set({ shown_change_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', veiled)
      .execute();
    // A running mission, with work waiting for each side.
    const { missionId: running } = await insertTest(db);
    const member = { mission_id: running, user_id: uploader.id, role_hint: 'red', position: 0 } as const;
    await db.insertInto('mission_members').values(member).execute();
    const counts = { count_pending: 1, count_executed: 1 };
    await db
      .updateTable('missions')
      .set({ status: 'in_progress', ...counts })
      .where('id', '=', running)
      .execute();
    await close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const user = (role: Role): Principal => ({
    id: uploader.id,
    sessionId: ids.session,
    displayName: '',
    role,
    permissions: new Set(),
  });
  const page = (db: Db, role: Role, filter: Partial<MissionListQuery> = {}) =>
    listMissions({ db, totals: new TotalsMemory(), members: new MembersMemory() }, user(role), {
      limit: 50,
      offset: 0,
      ...filter,
    });
  const search = async (db: Db, role: Role) => {
    const query = { q: 'test', limit: 50, offset: 0 };
    const { items } = await searchTests({ db, memory: new TestWordsMemory() }, user(role), query);
    assert.equal(items.length, 3);
  };

  const pick = (db: Db, role: Role, filter: Pick<TestSearchQuery, 'assignee' | 'attack_result'>) =>
    searchTests({ db, memory: new TestWordsMemory() }, user(role), { limit: 50, offset: 0, ...filter });

  const history = (db: Db, place: Omit<Parameters<typeof listHistory>[1], 'limit' | 'offset'>) =>
    listHistory(db, { limit: 50, offset: 0, ...place });

  const report = (db: Db) =>
    buildReportModel(db, {
      missionId: ids.mission,
      report: {
        id: newId(),
        kind: 'technical',
        title: 'Report',
        options: defaultReportOptions,
        texts: {},
        created_by: null,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_by: null,
        updated_at: '2026-01-01T00:00:00.000Z',
        issued: null,
      },
      version: '0.0.0',
      at: '2026-01-01T00:00:00.000Z',
    });

  const questions: [what: string, ask: (db: Db) => Promise<unknown>][] = [
    ['who calls', (db) => findLivePrincipal({ db, now }, { sub: uploader.id, sid: ids.session })],
    [
      'a test, for a member',
      (db) =>
        readTest({ db, memory: new PartsMemory() }, user('soc'), {
          mission_id: ids.mission,
          test_id: ids.test,
        }),
    ],
    [
      'a test, for an administrator',
      (db) =>
        readTest({ db, memory: new PartsMemory() }, user('admin'), {
          mission_id: ids.mission,
          test_id: ids.test,
        }),
    ],
    [
      'the closed runs of a test',
      (db) => {
        const place = { mission_id: ids.mission, test_id: ids.test };
        return listRuns(db, user('soc'), place, { limit: 50, offset: 0 });
      },
    ],
    ['whether a mission is visible', (db) => requireVisibleMission(db, user('soc'), ids.mission)],
    [
      'activity',
      async (db) =>
        readActivity({ db, now }, await requireVisibleMission(db, user('soc'), ids.mission), undefined),
    ],
    ['the history of a mission', (db) => history(db, { mission_id: ids.mission })],
    ['the history of a test', (db) => history(db, { mission_id: ids.mission, test_id: ids.test })],
    ['the history of a finding', (db) => inSnapshot(db, (trx) => listHistoryOf(trx, 'finding', newId()))],
    ['the history of an engagement', (db) => history(db, { engagement_id: newId() })],
    [
      'the history of a simulation',
      (db) =>
        history(db, { engagement_id: newId(), simulation_id: newId(), since: '2026-01-01T00:00:00.000Z' }),
    ],
    ['all that a report says of a mission', (db) => report(db)],
    ['a record of evidence', (db) => requireVisibleEvidence(db, user('soc'), ids.evidence)],
  ];
  for (const role of ['soc', 'admin'] as const) {
    const who = role === 'soc' ? 'a member' : 'an administrator';
    questions.push(
      [`missions, for ${who}`, (db) => page(db, role)],
      [`missions by name, for ${who}`, (db) => page(db, role, { sort: 'name', order: 'desc' })],
      [`missions by their last change, for ${who}`, (db) => page(db, role, { sort: 'updated_at' })],
      [`missions of a status, for ${who}`, (db) => page(db, role, { status: 'draft' })],
      [`missions of a client, for ${who}`, (db) => page(db, role, { client: 'Acme' })],
      [`missions of both, for ${who}`, (db) => page(db, role, { client: 'Acme', status: 'draft' })],
      [`missions found by text, for ${who}`, (db) => page(db, role, { q: 'mission' })],
      [`tests found by text, for ${who}`, (db) => search(db, role)],
      [`tests of an assignee, for ${who}`, (db) => pick(db, role, { assignee: 'me' })],
      [`tests of a result, for ${who}`, (db) => pick(db, role, { attack_result: 'failed' })],
    );
  }

  // Waiting work of many missions is ordered by time, and a member's missions by another column: there is no index of visible
  // missions. A report sorts the facts and files of two hundred tests at a time.
  const sorted = new Set([
    'missions by name, for a member',
    'missions by their last change, for a member',
    'all that a report says of a mission',
  ]);
  for (const role of ['soc', 'admin'] as const) {
    for (const side of ['red', 'blue'] as const) {
      const what = `what waits for ${side}, for ${role === 'soc' ? 'a member' : 'an administrator'}`;
      sorted.add(what);
      sorted.add(`${what}, as their own`);
      questions.push([
        `${what}, as their own`,
        (db) => listWaitingTests(db, user(role), { side, isMine: true, most: 50 }),
      ]);
      questions.push([what, (db) => listWaitingTests(db, user(role), { side, isMine: false, most: 50 })]);
    }
  }

  /** Every statement of a request that begins like this, with its plan. */
  async function explain(
    ask: (db: Db) => Promise<unknown>,
    begins = /^(select|with)\b/i,
  ): Promise<{ text: string; plan: string[] }[]> {
    // A statement is prepared once per connection: a new one shows every statement of this request.
    const { db, sqlite, close } = openDatabase(file);
    const prepare = sqlite.prepare.bind(sqlite);
    const asked = new Set<string>();
    sqlite.prepare = ((text: string) => {
      if (begins.test(text)) asked.add(text);
      return prepare(text);
    }) as typeof sqlite.prepare;
    await ask(db);
    assert.ok(asked.size > 0);
    const explained = [...asked].map((text) => {
      const parameters = Array.from(text.match(/\?/g) ?? [], () => null);
      const steps = prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[];
      return { text, plan: steps.map(({ detail }) => detail) };
    });
    await close();
    return explained;
  }

  for (const [what, ask] of questions) {
    it(what, async () => {
      for (const { text, plan } of await explain(ask)) {
        for (const detail of plan) {
          // The scan of `json_each` only goes through the given identifiers.
          if (sorted.has(what) && detail === 'USE TEMP B-TREE FOR ORDER BY') continue;
          assert.doesNotMatch(
            detail,
            /^SCAN (?!json_each\b)|AUTOMATIC|TEMP B-TREE FOR (ORDER|GROUP|DISTINCT)/,
            text,
          );
          // A member's missions are found through the membership or the organisation, however many others there are.
          if (/mission_members/.test(text) && /own/.test(text)) {
            assert.doesNotMatch(detail, /SEARCH missions (?!.*\b(?:organisation_)?id=\?)/, text);
          }
        }
      }
    });
  }

  it('a scenario that moves, its tests not once for each of them', async () => {
    const sent = await explain(async (db) => {
      const { scenario_id, mission_id } = await db
        .selectFrom('mission_tests')
        .select(['scenario_id', 'mission_id'])
        .where('id', '=', ids.test)
        .executeTakeFirstOrThrow();
      const { missionId: other } = await insertTest(db);
      await moveScenario({ db, now }, user('admin'), { scenario_id, mission_id }, { mission_id: other });
      await moveScenario({ db, now }, user('admin'), { scenario_id, mission_id: other }, { mission_id });
    }, /^(select|with|update|delete)\b/i);
    for (const { text, plan } of sent) {
      for (const detail of plan) {
        assert.doesNotMatch(detail, /CORRELATED LIST SUBQUERY|test_follows_1 \(test_id=\? AND/, text);
      }
    }
  });

  const reader = { viewer: { id: uploader.id, seesAll: false }, sides: ['blue'] } as const;
  const shown: typeof questions = [
    ['a mission', (db) => readMission(db, user('soc'), ids.mission)],
    [
      'its activity',
      async (db) =>
        readActivity({ db, now }, await requireVisibleMission(db, user('soc'), ids.mission), undefined),
    ],
    ['its tests, for figures', (db) => listFiguredTests(db, ids.mission)],
    ['its timeline', (db) => readTimeline(db, ids.mission)],
    ['its findings', (db) => listFindings(db, reader, { mission_id: ids.mission, limit: 50, offset: 0 })],
    [
      'its remediations',
      (db) =>
        listRemediations(db, reader.viewer, { mission_id: ids.mission, limit: 50, offset: 0 }, '2026-01-01'),
    ],
    ['its history', (db) => history(db, { mission_id: ids.mission })],
  ];
  for (const [what, ask] of shown) {
    it(`${what}, by what is shown, so that the time tells nothing of hidden tests`, async () => {
      for (const { text, plan } of await explain((db) => inView(shownOnly, () => ask(db)))) {
        for (const detail of plan) {
          assert.doesNotMatch(
            detail,
            /INDEX (?:mission_tests_(?!seen|shown|hidden)|scenarios_by|audit_entries_of_mission|findings_2|\w+_findings_2|remediations_by)\w* \((?:mission|scenario)_id/,
            text,
          );
        }
      }
    });
  }

  it('the history of a mission with hidden tests, by the objects that are shown', async () => {
    const plans = await explain((db) => inView(shownOnly, () => history(db, { mission_id: ids.veiled })));
    const used = plans.flatMap(({ text, plan }) => {
      const lists = /union all/i.test(text) && /audit_entries/.test(text);
      return lists
        ? plan.flatMap((detail) => /INDEX (audit_entries_\w+ \([^)]*\))/.exec(detail)?.[1] ?? [])
        : [];
    });
    assert.deepEqual([...new Set(used)].sort(), [
      'audit_entries_of_no_object (mission_id=?)',
      'audit_entries_of_objects (mission_id=? AND object_id=?)',
      'audit_entries_of_parts (mission_id=? AND test_id=?)',
    ]);
  });
});
