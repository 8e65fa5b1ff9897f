import path from 'node:path';
import type Sqlite from 'better-sqlite3';
import { hashPassword } from '../server/accounts/passwords.ts';
import { openDatabase } from '../server/database/database.ts';
import { migrate } from '../server/database/migrate.ts';
import type { NewRow, Tables } from '../server/database/tables.ts';
import { seedDetectionLevels } from '../server/detection-levels/service.ts';
import { newId } from '../server/ids.ts';

export const password = 'correct horse battery';

export type SeededMission = { id: string; testIds: string[] };

export type World = {
  dataDir: string;
  database: string;
  /** Not an administrator: a member of every second mission, able to write the red side. */
  member: { id: string; email: string };
  admin: { id: string; email: string };
  /** The missions the member sees, oldest first. */
  visible: SeededMission[];
};

/**
 * A data folder with missions written directly into the tables: half a million tests over HTTP would take longer than everything
 * measured on them.
 */
export async function seedWorld(
  dataDir: string,
  size: { missions: number; testsPerMission: number },
): Promise<World> {
  const database = path.join(dataDir, 'damson.db');
  const { sqlite, db, close } = openDatabase(database);
  await migrate(sqlite, database);
  await seedDetectionLevels(db);
  const passwordHash = await hashPassword(password);
  // A benchmark's data may be lost: only its speed counts here.
  sqlite.pragma('synchronous = OFF');
  const world = sqlite.transaction(() => fill(sqlite, passwordHash, size))();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  await close();
  return { dataDir, database, ...world };
}

function fill(
  sqlite: Sqlite.Database,
  passwordHash: string,
  size: { missions: number; testsPerMission: number },
): Pick<World, 'member' | 'admin' | 'visible'> {
  const insert = inserter(sqlite);
  const start = Date.parse('2026-01-05T08:00:00.000Z');
  const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();
  const user = (name: string, role: 'admin' | 'redteam' | 'soc') => {
    const row: NewRow<'users'> = {
      id: newId(),
      email: `${name}@damson.test`,
      email_key: `${name}@damson.test`,
      display_name: `Person ${name}`,
      role,
      password_hash: passwordHash,
      is_active: 1,
      created_at: at(0),
      updated_at: at(0),
      last_login_at: null,
      credentials_set_by_other: 0,
    };
    insert('users', row);
    return { id: row.id, email: row.email };
  };
  const admin = user('admin', 'admin');
  const member = user('red', 'redteam');
  const soc = user('blue', 'soc');
  const visible: SeededMission[] = [];
  for (let number = 0; number < size.missions; number += 1) {
    const isVisible = number % 2 === 1;
    const mission: SeededMission = { id: newId(), testIds: [] };
    const created = number * 60_000;
    insert('missions', {
      id: mission.id,
      name: `Purple exercise ${number}`,
      client: `Client ${number % 40}`,
      description: 'Exercise of the detection of hands-on-keyboard activity in the office network.',
      status: 'in_progress',
      start_date: '2026-01-05',
      end_date: '2026-01-30',
      catalog_version: '19.1',
      catalog_tags_json: JSON.stringify(catalogTags),
      created_by: admin.id,
      created_at: at(created),
      updated_at: at(created),
      deleted_at: null,
      last_change_at: at(created + size.testsPerMission),
      count_pending: size.testsPerMission,
      count_skipped: 0,
      count_blocked: 0,
      count_executed: 0,
      count_reviewed: 0,
    });
    if (isVisible) {
      insert('mission_members', {
        mission_id: mission.id,
        user_id: member.id,
        role_hint: 'red',
        position: 0,
      });
    }
    insert('mission_members', { mission_id: mission.id, user_id: soc.id, role_hint: 'blue', position: 1 });
    for (const tag of catalogTags) {
      insert('mission_catalog_tags', { mission_id: mission.id, external_id: tag.external_id });
    }
    const scenarios = Math.max(1, Math.round(size.testsPerMission / 10));
    for (let scenario = 0; scenario < scenarios; scenario += 1) {
      const scenarioId = newId();
      insert('scenarios', {
        id: scenarioId,
        mission_id: mission.id,
        source_template_id: null,
        name: `Scenario ${scenario}`,
        description: 'From the first foothold to the files that matter.',
        position: scenario,
        catalog_tags_json: JSON.stringify(catalogTags),
      });
      for (let place = 0; place < size.testsPerMission / scenarios; place += 1) {
        const test = missionTest(mission.id, scenarioId, place, at(created + 1 + mission.testIds.length));
        insert('mission_tests', test);
        mission.testIds.push(test.id);
      }
    }
    if (isVisible) visible.push(mission);
  }
  return { member, admin, visible };
}

const catalogTags = [
  { kind: 'technique', external_id: 'T1059', name: 'Command and Scripting Interpreter' },
  { kind: 'subtechnique', external_id: 'T1059.001', name: 'PowerShell' },
];

function missionTest(
  missionId: string,
  scenarioId: string,
  position: number,
  time: string,
): NewRow<'mission_tests'> & { id: string } {
  return {
    id: newId(),
    mission_id: missionId,
    scenario_id: scenarioId,
    source_template_id: null,
    position,
    name: `Run an encoded command (${position})`,
    description:
      'An encoded command line is given to the interpreter, as loaders do, to see whether script block logging and the command line audit reach the people on duty.',
    objective: 'The encoded command and its decoded form are both on record within five minutes.',
    procedure:
      '1. Sign in on the workstation as the exercise user.\n2. Open a terminal without elevation.\n3. Run the command below and note the time.\n4. Wait for two minutes, then run the clean-up.\n',
    suggested_command: 'powershell.exe -NoProfile -EncodedCommand RwBlAHQALQBEAGEAdABlAA==',
    cleanup_command: 'Remove-Item "$env:TEMP\\damson-exercise" -Recurse -ErrorAction SilentlyContinue',
    expected_detection: 'Script block logging, event 4104; process creation with the encoded argument, 4688.',
    platforms_json: '["windows"]',
    opsec: 'medium',
    tags_json: '["execution","baseline"]',
    catalog_tags_json: JSON.stringify(catalogTags),
    status: 'pending',
    command: null,
    output: null,
    red_comment: null,
    executed_at: null,
    detection_level_id: null,
    blue_comment: null,
    detected_at: null,
    last_actor_id: null,
    updated_at: time,
    evidence_count: 0,
    expectations_json: '[]',
    run_number: 1,
  };
}

function inserter(sqlite: Sqlite.Database): <T extends keyof Tables>(table: T, row: NewRow<T>) => void {
  const statements = new Map<string, Sqlite.Statement>();
  return (table, row) => {
    let statement = statements.get(table);
    if (statement === undefined) {
      const columns = Object.keys(row);
      const places = columns.map((column) => `@${column}`).join(', ');
      statement = sqlite.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`);
      statements.set(table, statement);
    }
    statement.run(row);
  };
}
