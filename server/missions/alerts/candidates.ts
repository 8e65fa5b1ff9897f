import { toRuleKey } from '../../../domain/detection-rules.ts';
import type { Db } from '../../database/database.ts';
import { namingRules, readExpectedRules } from '../../facts/expectations/contract.ts';
import { KnownClocks } from '../clocks/rules.ts';
import { listRecordedClocks } from '../clocks/store.ts';
import { readSimulated } from '../detection-rules/simulations.ts';
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
  const rulesOf = await readKnownRules(db, missionId);
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
      rules: rulesOf(row),
      words: readWords(row.command ?? row.suggested_command),
      cleanup: readWords(row.cleanup_command),
    };
  });
}

type Known = Map<string, Set<string>>;

/** Names and ids of the rules that are known for a test: they have fired for it, are expected, or name its atomic test. */
async function readKnownRules(
  db: Db,
  missionId: string,
): Promise<(test: { id: string; source_template_id: string | null }) => ReadonlySet<string>> {
  const fired = await listKnownRules(db, missionId);
  const expected = await listExpectedRules(db, missionId);
  const { byGuid, byTemplate } = await readSimulated(db);
  const guids = byGuid.size === 0 ? [] : await listGuidsTaken(db, missionId);
  const taken: Known = new Map();
  for (const { test_id, guid } of guids) put(taken, test_id, byGuid.get(guid.toLowerCase()) ?? []);
  return ({ id, source_template_id: template }) =>
    new Set([
      ...(fired.get(template ?? id) ?? []),
      ...(expected.get(id) ?? []),
      ...(taken.get(id) ?? []),
      ...((template === null ? undefined : byTemplate.get(template)) ?? []).map(toRuleKey),
    ]);
}

function put(known: Known, key: string, rules: readonly (string | null)[]): void {
  const some = known.get(key) ?? new Set<string>();
  known.set(key, some);
  for (const rule of rules) if (rule !== null) some.add(toRuleKey(rule));
}

async function listExpectedRules(db: Db, missionId: string): Promise<Known> {
  const rows = await db
    .selectFrom('mission_tests')
    .select(['id', 'expectations_json'])
    .where('mission_id', '=', missionId)
    .where('expectations_json', 'like', namingRules)
    .execute();
  const expected: Known = new Map();
  for (const { id, expectations_json } of rows) {
    for (const rule of readExpectedRules(expectations_json))
      put(expected, id, [rule.rule_id, rule.rule_name]);
  }
  return expected;
}

/** GUIDs of the executions that tests have taken. */
function listGuidsTaken(db: Db, missionId: string): Promise<{ test_id: string; guid: string }[]> {
  return db
    .selectFrom('mission_executions')
    .select(['test_id', 'guid'])
    .distinct()
    .where('mission_id', '=', missionId)
    .where('guid', 'is not', null)
    .where('test_id', 'is not', null)
    .$narrowType<{ test_id: string; guid: string }>()
    .execute();
}

/** Names and ids of the rules that have fired for tests, by the template of the test or the test itself. */
async function listKnownRules(db: Db, missionId: string): Promise<Known> {
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
  const known: Known = new Map();
  for (const { id, source_template_id, rule_name, rule_id } of rows) {
    put(known, source_template_id ?? id, [rule_name, rule_id]);
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
  const known = await readKnown(db, missionId);
  return rows.map(({ id, alert_json }) => toReady(id, JSON.parse(alert_json) as Alert, known));
}

async function readKnown(db: Db, missionId: string): Promise<{ library: Library; clocks: KnownClocks }> {
  const library = await listLibrary(db);
  const confirmed = await listRecordedClocks(db, missionId);
  return { library, clocks: new KnownClocks(confirmed.map(({ host, seconds }) => [host, seconds])) };
}

/**
 * The undecided sightings of a mission, in the form of alerts. What their alert says of processes counts for them, and so do the
 * words of their title and note, which may quote a command.
 */
export async function listSighted(db: Db, missionId: string): Promise<ReadyAlert[]> {
  const rows = await db
    .selectFrom('mission_sightings as sighting')
    .leftJoin('mission_alerts as alert', 'alert.id', 'sighting.alert_id')
    .select(['sighting.id', 'at', 'title', 'rule_name', 'rule_id', 'note', 'alert.alert_json'])
    .select(['hosts_json', 'users_json', 'techniques_json'])
    .where('sighting.mission_id', '=', missionId)
    .where('decision', 'is', null)
    .orderBy('sighting.id')
    .execute();
  const known = await readKnown(db, missionId);
  return rows.map((row) => {
    const alert = row.alert_json === null ? null : (JSON.parse(row.alert_json) as Alert);
    const ready = toReady(
      row.id,
      {
        occurred_at: row.at,
        recorded_at: null,
        title: row.title,
        rule_name: row.rule_name ?? alert?.rule_name ?? null,
        rule_id: row.rule_id ?? alert?.rule_id ?? null,
        hosts: JSON.parse(row.hosts_json),
        users: JSON.parse(row.users_json),
        techniques: readTechniques(JSON.parse(row.techniques_json)),
        processes: alert?.processes ?? [],
      },
      known,
    );
    return { ...ready, words: new Set([...ready.words, ...readWords(`${row.title} ${row.note ?? ''}`)]) };
  });
}

type Library = ReadonlyMap<string, readonly string[]>;

const noClocks = new KnownClocks([]);

/** The fields of an alert that are compared with runs. */
type Compared = Pick<
  Alert,
  | 'occurred_at'
  | 'recorded_at'
  | 'title'
  | 'rule_name'
  | 'rule_id'
  | 'hosts'
  | 'users'
  | 'techniques'
  | 'processes'
>;

/**
 * Takes an alert, the techniques of rules by their ids and titles, and the confirmed clocks of hosts; returns the alert in the form
 * in which it is compared. Its own time is corrected; the time at which a tool made it is of another clock.
 */
export function toReady(
  id: string,
  alert: Compared,
  { library = new Map(), clocks = noClocks }: { library?: Library; clocks?: KnownClocks } = {},
): ReadyAlert {
  const { names, addresses } = readHosts(alert.hosts);
  const clock = alert.occurred_at === null ? null : clocks.find(names, addresses);
  const at = alert.occurred_at ?? alert.recorded_at;
  const rules = [alert.rule_id, alert.rule_name, alert.title].filter((rule) => rule !== null).map(toRuleKey);
  const ofRule = rules.map((rule) => library.get(rule)).find((some) => some !== undefined);
  const commands = alert.processes.map(({ command_line }) => command_line);
  return {
    id,
    at: at === null ? null : Date.parse(at) - 1000 * (clock ?? 0),
    clock,
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
