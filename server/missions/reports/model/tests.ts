import { explainExpectation } from '../../../../domain/expectations.ts';
import { classOf } from '../../../../domain/figures.ts';
import { findOutcome } from '../../../../domain/outcomes.ts';
import type { Side } from '../../../../domain/sides.ts';
import { blueFields, mapFields, redFields, type textFields } from '../../../../domain/test-record.ts';
import { fillCommand, type Variables } from '../../../../domain/variables.ts';
import type { Fact } from '../../../facts/contract.ts';
import { readExpectations } from '../../../facts/expectations/contract.ts';
import { toFact } from '../../../facts/service.ts';
import { toPerson } from '../../../person.ts';
import type { ReportEvidence, ReportTest } from '../../../reports/model.ts';
import type { MissionTest } from '../../figures/figured-test.ts';
import { listTactics } from '../../figures/rules.ts';
import type { FiguredMission } from '../../figures/service.ts';
import { toLevel } from '../../level-columns.ts';
import { readVariables } from '../../variables/contract.ts';
import type { Shown } from './rules.ts';
import type { ClosedRow, EvidenceRow, ExpectedToolRow, PresentRow, Slice } from './store.ts';
import type { TextBudget } from './texts.ts';

/** Order and grouping of a mission's tests. */
export type Showing = {
  shown: Shown;
  texts: TextBudget;
  /** Values of the mission's variables. */
  variables: Variables;
  techniques: FiguredMission['techniques'];
};

type Numbered = { test: MissionTest; number: string };
type RunRow = PresentRow | ClosedRow;
type Run = Omit<ReportTest['closed_runs'][number], keyof Closing>;
type Closing = Record<'number' | 'reason' | 'opened_at' | 'closed_at' | 'closed_by', unknown>;

/** Takes the rows of some tests, returns them in order as a report shows them, without the content of files. */
export function toReportTests(ordered: readonly Numbered[], slice: Slice, showing: Showing): ReportTest[] {
  const rows = new Map(slice.tests.map((row) => [row.id, row]));
  const runs = Map.groupBy(slice.runs, ({ test_id }) => test_id);
  const tools = Map.groupBy(slice.expectedTools, ({ test_id }) => test_id);
  const parts = groupParts(slice, showing);
  return ordered.flatMap(({ test, number }) => {
    const row = rows.get(test.id);
    if (row === undefined) return [];
    const { shown, variables, techniques } = showing;
    const values = [readVariables(row.variables_json), variables, readVariables(row.variable_defaults_json)];
    const fill = (command: string | null) =>
      command === null || !shown.commands ? null : fillCommand(command, ...values).text;
    const own = parts.of(row.id, null, row.run_number);
    return {
      id: row.id,
      number,
      name: row.name,
      description: row.description,
      objective: row.objective,
      procedure: fill(row.procedure) ?? row.procedure,
      suggested_command: fill(row.suggested_command),
      cleanup_command: fill(row.cleanup_command),
      expected_detection: row.expected_detection,
      platforms: JSON.parse(row.platforms_json),
      tags: JSON.parse(row.tags_json),
      catalog_tags: test.catalog_tags,
      tactics: listTactics(test.catalog_tags, techniques),
      run_number: row.run_number,
      run_reason: row.run_reason,
      class: classOf(test),
      expectations: toExpectations(row, tools.get(row.id) ?? [], own.facts, shown),
      ...toRecord(row, own, showing),
      closed_runs: (runs.get(row.id) ?? []).map((run) => ({
        number: run.number,
        reason: run.reason,
        opened_at: run.opened_at,
        closed_at: run.closed_at,
        closed_by: toPerson(run.closed_by, run.closer_name),
        ...toRecord(run, parts.of(row.id, run.id, run.number), showing),
      })),
    };
  });
}

type Parts = { facts: Fact[]; evidence: ReportEvidence[] };

/** The facts and the evidence of each run, without those of an excluded side. */
function groupParts({ facts, factEvidence, evidence }: Slice, { shown, texts }: Showing) {
  const runOf = ({ test_id, run_id }: { test_id: string | null; run_id: string | null }) => run_id ?? test_id;
  const files = evidence.filter(({ side }) => shown[side]);
  const kept = new Set(files.map(({ id }) => id));
  const named = Map.groupBy(
    factEvidence.filter(({ evidence_id }) => kept.has(evidence_id)),
    ({ fact_id }) => fact_id,
  );
  const filesOf = Map.groupBy(files, runOf);
  const factsOf = Map.groupBy(shown.blue ? facts : [], runOf);
  return {
    of: (testId: string, runId: string | null, number: number): Parts => ({
      facts: (factsOf.get(runId ?? testId) ?? []).map((row) => {
        const ids = (named.get(row.id) ?? []).map(({ evidence_id }) => evidence_id);
        return cutNote(toFact(row, ids), texts);
      }),
      evidence: (filesOf.get(runId ?? testId) ?? []).map((row) => toEvidence(row, number)),
    }),
  };
}

function cutNote(fact: Fact, texts: TextBudget): Fact {
  return fact.note === null ? fact : { ...fact, note: texts.take(fact.note).text };
}

function toEvidence(
  { run_id: _run, uploader_name, ...row }: EvidenceRow,
  run_number: number,
): ReportEvidence {
  return {
    ...row,
    run_number,
    uploaded_by: toPerson(row.uploaded_by, uploader_name),
    content: null,
    content_left_out: null,
  };
}

/** Fields omitted with the commands of a test. */
const ofCommands: readonly string[] = ['command', 'output'] satisfies (typeof textFields)[number][];

function toRecord(run: RunRow, { facts, evidence }: Parts, { shown, texts }: Showing): Run {
  const left_out: ReportTest['left_out'] = {};
  const cut = ({ field: name, side }: { field: (typeof textFields)[number]; side: Side }): string | null => {
    const text = run[name];
    const isShown = ofCommands.includes(name) ? shown.commands : shown[side];
    if (!isShown || text === null) return null;
    const { text: kept, leftOut } = texts.take(text, run[`${name}_bytes`] ?? undefined);
    if (leftOut > 0) left_out[name] = leftOut;
    return kept;
  };
  const { red, blue } = shown;
  return {
    status: run.status,
    ...mapFields(redFields, {
      text: cut,
      line: ({ field }) => (red ? run[field] : null),
      moment: ({ field }) => (red ? run[field] : null),
      attack_result: () => (red ? run.attack_result : null),
    }),
    detection_level: blue ? toLevel(run) : null,
    outcome: facts.length === 0 ? null : findOutcome(facts),
    ...mapFields(blueFields, { text: cut, moment: ({ field }) => (blue ? run[field] : null) }),
    expectation_met: blue ? (run.expectation_met ?? 'none') : null,
    facts,
    evidence,
    left_out,
  };
}

function toExpectations(
  { expectations_json, executed_at }: PresentRow,
  tools: readonly ExpectedToolRow[],
  facts: readonly Fact[],
  { blue }: Shown,
): ReportTest['expectations'] {
  return readExpectations(expectations_json).map((expectation) => {
    const named = tools
      .filter(({ kind }) => kind === expectation.kind)
      .map(({ tool_id, name }) => ({ id: tool_id, name }));
    const whole = { ...expectation, tool_ids: named.map(({ id }) => id), tools: named };
    if (!blue) return { ...whole, met: null, parts: [] };
    const { verdict, parts } = explainExpectation(whole, { executed_at, facts });
    return { ...whole, met: verdict, parts: [...parts] };
  });
}
