import { tableProofs } from './seals/proofs.ts';
import type { Tables } from './tables.ts';

// The tables for somebody who does not see hidden tests: each statement gets them from here instead, so no read has to think of
// it. `shown_position` is set for what everybody sees, `hidden` for findings and remediations about nothing of it
// (`missions/hiding/settle.ts`).

export type EngineName = 'sqlite' | 'postgres';

/** A statement as it is read without what is hidden. */
export type Shown = { sql: string; namesLead: boolean };

/** How the rows of a table are picked, and columns that differ from the stored ones; the row is `r`. */
type Filter = { where?: string; columns?: Readonly<Record<string, string>> };

type Words = {
  engine: EngineName;
  /** The stored table, whatever a statement calls by its name. */
  of: (table: keyof Tables) => string;
  /** Whether a row of a test, scenario or mission is shown. */
  isShown: (row: string, mission?: string) => string;
  /** The opposite for a test, as an index finds it. */
  isHidden: (row: string) => string;
  /** Whether a finding or a remediation is about something that is shown. */
  isTold: (row: string) => string;
};

/** Fields of a mission's history that tell of scenarios and tests. */
export const tellingFields = [
  'scenarios',
  'tests',
  'counts',
  'catalog_tags',
  'catalog_version',
  'hidden',
  'reveal',
] as const;

const lead = 'select mission_id from led_missions';

function makeFilters({
  engine,
  of,
  isShown,
  isHidden,
  isTold,
}: Words): Partial<Record<keyof Tables, Filter>> {
  const ofTest = (id: string) =>
    `exists (select 1 from ${of('mission_tests')} as seen_test where seen_test.id = ${id} and ${isShown('seen_test')})`;
  const ofScenario = (id: string) =>
    `exists (select 1 from ${of('scenarios')} as seen_scenario where seen_scenario.id = ${id} and ${isShown('seen_scenario')})`;
  /** Something linked to tests: shown with one of them, or if it never was about any. */
  const byLinks = (links: 'finding_tests' | 'remediation_tests', column: string, row: string) =>
    `(${isTold(row)}
      and (exists (select 1 from ${of(links)} as link where link.${column} = ${row}.id and ${ofTest('link.test_id')})
        or not exists (select 1 from ${of(links)} as link where link.${column} = ${row}.id)))`;
  const ofEvidence = (id: string) =>
    `exists (select 1 from ${of('evidence')} as seen_evidence where seen_evidence.id = ${id} and ${ofTest('seen_evidence.test_id')})`;
  const finding = (row: string) =>
    `(${byLinks('finding_tests', 'finding_id', row)} and not exists (
      select 1 from ${of('finding_evidence')} as proof where proof.finding_id = ${row}.id and not ${ofEvidence('proof.evidence_id')}
        and not exists (select 1 from ${of('finding_tests')} as link where link.finding_id = ${row}.id)))`;
  const remediation = (row: string) => byLinks('remediation_tests', 'remediation_id', row);
  const ofFinding = (id: string) =>
    `exists (select 1 from ${of('findings')} as seen_finding where seen_finding.id = ${id} and ${finding('seen_finding')})`;
  const ofRemediation = (id: string) =>
    `exists (select 1 from ${of('remediations')} as seen_remediation
      where seen_remediation.id = ${id} and ${remediation('seen_remediation')})`;
  const ofFact = (id: string) =>
    `exists (select 1 from ${of('facts')} as seen_fact where seen_fact.id = ${id}
      and (seen_fact.test_id is null or ${ofTest('seen_fact.test_id')}))`;
  const hasHidden = (mission: string) =>
    `exists (select 1 from ${of('mission_tests')} as other where other.mission_id = ${mission} and ${isHidden('other')})`;
  const report = (row: string) =>
    `(case when ${row}.hidden_json is not null then not exists (
        select 1 from json_each(${row}.hidden_json) as told where not ${ofTest('told.value')})
      else coalesce(${row}.of_whole, 0) = 0 or not ${hasHidden(`${row}.mission_id`)} end)`;
  const ofReport = (id: string) =>
    `exists (select 1 from ${of('reports')} as seen_report where seen_report.id = ${id} and ${report('seen_report')})`;
  const isVeiled = (mission: string) =>
    `exists (select 1 from ${of('missions')} as veiled where veiled.id = ${mission}
      and veiled.shown_change_at is not null and not ${isShown('veiled', 'id')})`;
  const field = engine === 'sqlite' ? 'key' : 'told';
  const fields =
    engine === 'sqlite' ? 'json_each(r.changes_json)' : 'jsonb_object_keys(r.changes_json::jsonb) as told';
  // `$rows` are the seals of an entry.
  const telling = [...tellingFields, '$rows'].map((name) => `'${name}'`).join(', ');
  const unseen = (table: 'removed_tests' | 'removed_scenarios', id: string) =>
    `exists (select 1 from ${of(table)} as gone where gone.id = ${id} and (coalesce(gone.shown, 1) = 1 or ${isShown('gone', 'mission_id')}))`;
  const byTest: Filter = { where: ofTest('r.test_id') };
  const count = (status: string, column: string) =>
    `case when r.shown_change_at is null or ${isShown('r', 'id')} then r.${column} else (
      select count(*) from ${of('mission_tests')} as counted where counted.mission_id = r.id
        and counted.status = '${status}' and counted.shown_position is not null) end`;
  const ofMission = (column: string, shown: string) =>
    `case when r.shown_change_at is null or ${isShown('r', 'id')} then r.${column} else ${shown} end`;
  const ofHiddenTest = (then: string, column: string) =>
    `case when r.test_id is not null and not ${ofTest('r.test_id')} then ${then} else r.${column} end`;
  const position = `case when ${isShown('r', 'mission_id')} then r.position else r.shown_position end`;
  /** When something is revealed tells that it is hidden. */
  const plans = (mission: string) =>
    Object.fromEntries(
      ['reveal_at', 'reveal_on_review', 'reveal_by'].map((column) => [
        column,
        `case when ${isShown('r', mission)} then r.${column} end`,
      ]),
    );
  const version = {
    updated_at: `case when ${isShown('r', 'mission_id')} then r.updated_at else coalesce(r.shown_updated_at, r.updated_at) end`,
    updated_by: `case when r.shown_updated_at is null or ${isShown('r', 'mission_id')} then r.updated_by else r.shown_updated_by end`,
  };
  const source: Filter = {
    where: `not exists (select 1 from ${of('mission_tests')} as made where made.id = r.object_id and not ${isShown('made')})`,
  };
  return {
    mission_tests: { where: isShown('r'), columns: { position, ...plans('mission_id') } },
    scenarios: { where: isShown('r'), columns: { position, ...plans('mission_id') } },
    missions: {
      columns: {
        ...plans('id'),
        updated_at: ofMission('updated_at', 'coalesce(r.shown_updated_at, r.updated_at)'),
        last_change_at: ofMission('last_change_at', 'r.shown_change_at'),
        outline_changed_at: ofMission('outline_changed_at', 'r.shown_outline_at'),
        last_finding: ofMission(
          'last_finding',
          `(select max(seen_finding.number) from ${of('findings')} as seen_finding
            where seen_finding.mission_id = r.id and ${finding('seen_finding')})`,
        ),
        catalog_tags_json: ofMission('catalog_tags_json', "coalesce(r.shown_tags_json, '[]')"),
        count_pending: count('pending', 'count_pending'),
        count_skipped: count('skipped', 'count_skipped'),
        count_blocked: count('blocked', 'count_blocked'),
        count_executed: count('executed', 'count_executed'),
        count_reviewed: count('reviewed_by_blue', 'count_reviewed'),
      },
    },
    removed_tests: { where: `(coalesce(r.shown, 1) = 1 or ${isShown('r', 'mission_id')})` },
    removed_scenarios: { where: `(coalesce(r.shown, 1) = 1 or ${isShown('r', 'mission_id')})` },
    test_runs: byTest,
    evidence: byTest,
    expectation_tools: byTest,
    finding_tests: byTest,
    remediation_tests: byTest,
    test_follows: { where: `${ofTest('r.test_id')} and ${ofTest('r.follows_id')}` },
    facts: { where: `(r.test_id is null or ${ofTest('r.test_id')})` },
    fact_evidence: { where: ofFact('r.fact_id') },
    finding_evidence: { where: ofEvidence('r.evidence_id') },
    findings: { where: finding('r'), columns: version },
    finding_remediations: { where: `${ofFinding('r.finding_id')} and ${ofRemediation('r.remediation_id')}` },
    // A suggestion has the id of its test in its name.
    finding_suggestions: {
      where: `not exists (select 1 from ${of('mission_tests')} as other where other.mission_id = r.mission_id
        and ${isHidden('other')} and instr(r.suggestion, other.id) > 0)`,
    },
    remediations: {
      where: remediation('r'),
      columns: {
        ...version,
        ...Object.fromEntries(
          ['verified_test_id', 'verified_run'].map((column) => [
            column,
            `case when r.verified_test_id is not null and not ${ofTest('r.verified_test_id')} then null else r.${column} end`,
          ]),
        ),
      },
    },
    mission_executions: { where: `(r.test_id is null or ${ofTest('r.test_id')})` },
    mission_alerts: {
      columns: {
        state: ofHiddenTest("'new'", 'state'),
        ...Object.fromEntries(
          ['test_id', 'run', 'fact_id', 'undo_json', 'decided_by', 'decided_at'].map((column) => [
            column,
            ofHiddenTest('null', column),
          ]),
        ),
      },
    },
    replay_steps: byTest,
    mission_sightings: {
      columns: Object.fromEntries(
        ['decision', 'test_id', 'run', 'fact_id', 'undo_json', 'decided_by', 'decided_at'].map((column) => [
          column,
          ofHiddenTest('null', column),
        ]),
      ),
    },
    notifications: {
      where: `(r.test_id is null or ${ofTest('r.test_id')}) and (r.finding_id is null or ${ofFinding('r.finding_id')})
        and (r.remediation_id is null or ${ofRemediation('r.remediation_id')})`,
    },
    reports: { where: report('r') },
    report_files: { where: ofReport('r.report_id') },
    import_sources: source,
    import_sources_apart: source,
    audit_entries: {
      where: `(r.mission_id is null or not ${isVeiled('r.mission_id')}
        or ((r.test_id is null or ${ofTest('r.test_id')} or ${unseen('removed_tests', 'r.test_id')})
          and (r.object_type <> 'test' or instr(r.changes_json, '"follows"') = 0
            or not exists (select 1 from ${fields} where ${field} = 'follows') or not ${hasHidden('r.mission_id')})
          and case r.object_type
            when 'mission' then exists (select 1 from ${fields} where ${field} not in (${telling}))
            when 'scenario' then exists (select 1 from ${fields} where ${field} not in (${telling}))
              and (${ofScenario('r.object_id')} or ${unseen('removed_scenarios', 'r.object_id')})
            when 'finding' then ${ofFinding('r.object_id')}
            when 'remediation' then ${ofRemediation('r.object_id')}
            when 'report' then ${ofReport('r.object_id')}
            when 'import' then 1 = 0
            else r.test_id is not null or r.object_type not in ('test', 'evidence', 'fact') end))`,
    },
  };
}

const written = new Map<string, [string, string][]>();

/** Each filtered table as a common table expression. */
function listTables(engine: EngineName, leads: boolean): [string, string][] {
  const key = `${engine} ${leads}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const schema = engine === 'sqlite' ? 'main' : 'public';
  const of = (table: keyof Tables) => `${schema}.${table}`;
  const filters = makeFilters({
    engine,
    of,
    isShown: (row, mission) => {
      if (mission !== undefined) return leads ? `${row}.${mission} in (${lead})` : '1 = 0';
      const shown = `${row}.shown_position is not null`;
      return leads ? `(${shown} or ${row}.mission_id in (${lead}))` : shown;
    },
    isHidden: (row) =>
      leads
        ? `(${row}.shown_position is null and ${row}.mission_id not in (${lead}))`
        : `${row}.shown_position is null`,
    isTold: (row) =>
      leads ? `(${row}.hidden is null or ${row}.mission_id in (${lead}))` : `${row}.hidden is null`,
  });
  const list = Object.entries(filters).map(([table, { where, columns = {} }]): [string, string] => {
    const names = listColumns(table as keyof Tables);
    const read = names.map((name) => (columns[name] ? `${columns[name]} as "${name}"` : `r."${name}"`));
    const rows = where === undefined ? '' : ` where ${where}`;
    return [
      table,
      `${table} as not materialized (select ${read.join(', ')} from ${of(table as keyof Tables)} as r${rows})`,
    ];
  });
  written.set(key, list);
  return list;
}

/** The tables that are read differently by who does not see hidden tests. */
export function listFilteredTables(): string[] {
  return listTables('sqlite', false).map(([table]) => table);
}

function listColumns(table: keyof Tables): string[] {
  const proof = tableProofs[table];
  if (proof === undefined) throw new Error(`no columns are known of ${table}`);
  return [...new Set([...proof.proofs.flatMap(({ columns }) => columns), ...Object.keys(proof.unproven)])];
}

/** A statement that reads, without what is hidden; null if it names no such table. `leads`: except where somebody leads. */
export function writeShown(
  engine: EngineName,
  sql: string,
  leads: boolean,
  parameters: number,
): Shown | null {
  const named = listTables(engine, leads).filter(([table]) => new RegExp(`\\b${table}\\b`).test(sql));
  if (named.length === 0) return null;
  const expressions = named.map(([, expression]) => expression);
  if (leads) {
    const user = engine === 'sqlite' ? '?' : `$${parameters + 1}`;
    const schema = engine === 'sqlite' ? 'main' : 'public';
    expressions.unshift(
      `led_missions as (select mission_id from ${schema}.mission_members where user_id = ${user} and role_hint = 'lead')`,
    );
  }
  const list = expressions.join(', ');
  const own = /^\s*with\s+/i.exec(sql);
  const text = own === null ? `with ${list} ${sql}` : `with ${list}, ${sql.slice(own[0].length)}`;
  return { sql: text, namesLead: leads };
}
