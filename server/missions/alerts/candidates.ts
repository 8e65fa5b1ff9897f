import { toRuleKey } from '../../../domain/detection-rules.ts';
import type { Db } from '../../database/database.ts';
import { readHosts, readTechniques, readUser, readWords } from './normal.ts';
import type { Alert } from './read.ts';
import type { ReadyAlert, ReadyRun } from './score.ts';

const processLine = /^process id: (\d{1,10})\b/im;

/** The runs of a mission that were executed, in the form in which alerts are compared with them. */
export async function listRuns(db: Db, missionId: string): Promise<ReadyRun[]> {
  const present = await db
    .selectFrom('mission_tests as test')
    .select([
      'test.id',
      'test.run_number as number',
      'test.started_at',
      'test.executed_at',
      'test.ended_at',
      'test.target_host',
      'test.target_user',
      'test.command',
      'test.suggested_command',
      'test.red_comment',
      'test.cleanup_command',
      'test.catalog_tags_json',
      'test.source_template_id',
    ])
    .where('test.mission_id', '=', missionId)
    .where('test.executed_at', 'is not', null)
    .execute();
  const closed = await db
    .selectFrom('test_runs as run')
    .innerJoin('mission_tests as test', 'test.id', 'run.test_id')
    .select([
      'test.id',
      'run.number',
      'run.attack_started_at as started_at',
      'run.executed_at',
      'run.attack_ended_at as ended_at',
      'run.target_host',
      'run.target_user',
      'run.command',
      'test.suggested_command',
      'run.red_comment',
      'test.cleanup_command',
      'test.catalog_tags_json',
      'test.source_template_id',
    ])
    .where('test.mission_id', '=', missionId)
    .where('run.executed_at', 'is not', null)
    .execute();
  const rules = await listKnownRules(db, missionId);
  const none = new Set<string>();
  return [...present, ...closed].map((row): ReadyRun => {
    const start = Date.parse(row.started_at ?? (row.executed_at as string));
    const end = row.ended_at === null ? null : Math.max(start, Date.parse(row.ended_at));
    const { names, addresses } = readHosts([row.target_host]);
    const user = readUser(row.target_user);
    const pid = processLine.exec(row.red_comment ?? '')?.[1];
    return {
      test_id: row.id,
      run: row.number,
      start,
      end,
      hosts: names,
      addresses,
      users: user === null ? [] : [user],
      pid: pid === undefined ? null : Number(pid),
      techniques: readTechniques([row.catalog_tags_json]),
      rules: rules.get(row.source_template_id ?? row.id) ?? none,
      words: readWords(row.command ?? row.suggested_command),
      cleanup: readWords(row.cleanup_command),
    };
  });
}

/** Names and ids of the rules that have fired for tests, by the template of the test or the test itself. */
async function listKnownRules(db: Db, missionId: string): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('facts')
    .leftJoin('test_runs as run', 'run.id', 'facts.run_id')
    .innerJoin('mission_tests as test', (join) =>
      join.on(({ eb, ref }) => eb(ref('test.id'), '=', eb.fn.coalesce('facts.test_id', 'run.test_id'))),
    )
    .select(['test.id', 'test.source_template_id', 'facts.rule_name', 'facts.rule_id'])
    .where('test.mission_id', '=', missionId)
    .where('facts.result', 'in', ['yes', 'partial'])
    .execute();
  const known = new Map<string, Set<string>>();
  for (const { id, source_template_id, rule_name, rule_id } of rows) {
    const key = source_template_id ?? id;
    const some = known.get(key) ?? new Set<string>();
    known.set(key, some);
    for (const rule of [rule_name, rule_id]) if (rule !== null) some.add(toRuleKey(rule));
  }
  return known;
}

/** The alerts of a mission that wait for a decision. Techniques missing from an alert come from its rule in the library. */
export async function listWaiting(db: Db, missionId: string): Promise<ReadyAlert[]> {
  const rows = await db
    .selectFrom('mission_alerts')
    .select(['id', 'alert_json'])
    .where('mission_id', '=', missionId)
    .where('state', '=', 'new')
    .orderBy('id')
    .execute();
  const library = await listLibrary(db);
  return rows.map(({ id, alert_json }) => toReady(id, JSON.parse(alert_json) as Alert, library));
}

type Library = ReadonlyMap<string, readonly string[]>;

/** Takes an alert and the techniques of rules by their ids and titles, returns the alert in the form in which it is compared. */
export function toReady(id: string, alert: Alert, library: Library = new Map()): ReadyAlert {
  const { names, addresses } = readHosts(alert.hosts);
  const at = alert.occurred_at ?? alert.recorded_at;
  const rules = [alert.rule_id, alert.rule_name, alert.title].filter((rule) => rule !== null).map(toRuleKey);
  const ofRule = rules.map((rule) => library.get(rule)).find((some) => some !== undefined);
  const commands = alert.processes.map(({ command_line }) => command_line);
  return {
    id,
    at: at === null ? null : Date.parse(at),
    isRecorded: alert.occurred_at === null,
    hosts: names,
    addresses,
    users: alert.users.map(readUser).filter((user) => user !== null),
    pids: alert.processes.flatMap((process) => process.id ?? []),
    parents: alert.processes.flatMap(({ parent_id }) => parent_id ?? []),
    techniques: alert.techniques.length > 0 ? alert.techniques : (ofRule ?? []),
    rules: [...new Set(rules)],
    words: new Set(commands.flatMap((command) => [...readWords(command)])),
  };
}

async function listLibrary(db: Db): Promise<Library> {
  const rows = await db
    .selectFrom('detection_rules')
    .select(['rule_id', 'title', 'catalog_tags_json'])
    .execute();
  const library = new Map<string, readonly string[]>();
  for (const { rule_id, title, catalog_tags_json } of rows) {
    const techniques = readTechniques([catalog_tags_json]);
    if (techniques.length === 0) continue;
    library.set(toRuleKey(title), techniques);
    library.set(toRuleKey(rule_id), techniques);
  }
  return library;
}
