import type { Side } from '../../../domain/sides.ts';
import { entryOf, listFields, type RecordField } from '../../../domain/test-record.ts';
import {
  attackResultName,
  categoryName,
  kindName,
  priorityName,
  reasonName,
  remediationStatusName,
  resultName,
  sideName,
  testStatusName,
  verdictName,
} from '../../../domain/words.ts';
import type { ReportModel, ReportTest } from '../model.ts';

/** A text, a number, a time or a day; null is an empty cell. */
export type Cell = string | number | { time: string } | { day: string } | null;

export type Column = {
  name: string;
  /** In characters. */
  width: number;
};

export type Table = { name: string; columns: readonly Column[]; rows: readonly (readonly Cell[])[] };

/** A column, what stands in it of what a row is of, and whose record that is alone, or that it is one of commands. */
type Field<Of> = readonly [name: string, width: number, read: (of: Of) => Cell, of?: Side | 'commands'];

/** A run with the test that it is of: the present run, or a closed one. */
type Run = {
  scenario: string;
  test: ReportTest;
  run: ReportTest | ReportTest['closed_runs'][number];
  number: number;
  reason: ReportTest['run_reason'];
};

const time = (at: string | null): Cell => (at === null ? null : { time: at });
const day = (on: string | null): Cell => (on === null ? null : { day: on });
const list = (words: readonly string[]): Cell => (words.length === 0 ? null : words.join(', '));

function toField<F extends RecordField>(width: number, read: (run: Run['run'], field: F) => Cell) {
  return (field: F): Field<Run> => {
    const { label, side } = entryOf(field);
    return [label, width, ({ run }) => read(run, field), side];
  };
}

const testFields: readonly Field<Run>[] = [
  ['Test', 8, ({ test }) => test.number],
  ['Run', 6, ({ number }) => number],
  ['Scenario', 24, ({ scenario }) => scenario],
  ['Name', 36, ({ test }) => test.name],
  ['Status', 14, ({ run }) => testStatusName[run.status]],
  ['Outcome', 14, ({ run }) => run.detection_level?.name ?? null, 'blue'],
  [
    'As expected',
    12,
    ({ run: { expectation_met: met } }) => (met === null || met === 'none' ? null : verdictName[met]),
    'blue',
  ],
  ['Tactics', 22, ({ test }) => list(test.tactics.map(({ name }) => name))],
  [
    'Techniques',
    16,
    ({ test }) =>
      list(test.catalog_tags.filter(({ kind }) => kind !== 'tactic').map(({ external_id }) => external_id)),
  ],
  ...listFields(['red'], ['moment']).map(toField(20, (run, field) => time(run[field]))),
  ...listFields(['red'], ['choice']).map(
    toField(16, (run, field) => (run[field] === null ? null : attackResultName[run[field]])),
  ),
  ...listFields(['red'], ['line']).map(toField(18, (run, field) => run[field])),
  ['Prevented', 12, ({ run }) => readResult(run, 'prevented'), 'blue'],
  ['Alerted', 12, ({ run }) => readResult(run, 'alerted'), 'blue'],
  ['Logged', 12, ({ run }) => readResult(run, 'logged'), 'blue'],
  ['Detected', 12, ({ run }) => readResult(run, 'detected'), 'blue'],
  ['Responded', 12, ({ run }) => readResult(run, 'responded'), 'blue'],
  ['Detected at', 20, ({ run }) => time(run.detected_at), 'blue'],
  ['Suggested command', 40, ({ test }) => test.suggested_command, 'commands'],
  ['Command', 40, ({ run }) => run.command, 'commands'],
  ['Output', 40, ({ run }) => run.output, 'commands'],
  ['Clean-up', 30, ({ test }) => test.cleanup_command, 'commands'],
  ['Red comment', 40, ({ run }) => run.red_comment, 'red'],
  ['Blue comment', 40, ({ run }) => run.blue_comment, 'blue'],
  ['Description', 40, ({ test }) => test.description],
  ['Objective', 30, ({ test }) => test.objective],
  ['Procedure', 40, ({ test }) => test.procedure],
  ['Expected detection', 30, ({ test }) => test.expected_detection],
  ['Platforms', 16, ({ test }) => list(test.platforms)],
  ['Tags', 16, ({ test }) => list(test.tags)],
  ['Reason of the run', 16, ({ reason }) => (reason === null ? null : reasonName[reason])],
  ['Run closed', 20, ({ run }) => ('closed_at' in run ? time(run.closed_at) : null)],
  ['Test ID', 38, ({ test }) => test.id],
];

function readResult({ outcome }: Run['run'], kind: keyof typeof kindName): Cell {
  const known = outcome?.[kind];
  return known === null || known === undefined ? null : resultName[known.result];
}

type Fact = ReportTest['facts'][number];
const factFields: readonly Field<Run & { fact: Fact }>[] = [
  ['Test', 8, ({ test }) => test.number],
  ['Run', 6, ({ number }) => number],
  ['Name', 36, ({ test }) => test.name],
  ['What', 14, ({ fact }) => kindName[fact.kind]],
  ['Seen', 14, ({ fact }) => resultName[fact.result]],
  ['Time', 20, ({ fact }) => time(fact.at)],
  ['Seconds after the execution', 14, ({ fact, run }) => countSeconds(run.executed_at, fact.at), 'red'],
  ['Tool', 22, ({ fact }) => fact.tool?.name ?? null],
  ['Rule', 30, ({ fact }) => fact.rule_name],
  ['Rule ID', 20, ({ fact }) => fact.rule_id],
  ['Alert ID', 20, ({ fact }) => fact.alert_id],
  ['Severity', 14, ({ fact }) => fact.severity],
  ['Category', 14, ({ fact }) => (fact.category === null ? null : categoryName[fact.category])],
  ['Modifiers', 20, ({ fact }) => list(fact.modifiers.map((word) => word.replaceAll('_', ' ')))],
  ['Note', 40, ({ fact }) => fact.note],
  ['Analyst', 20, ({ fact }) => fact.analyst?.display_name ?? null],
  ['Test ID', 38, ({ test }) => test.id],
  ['Fact ID', 38, ({ fact }) => fact.id],
];

/** Negative where a clock was wrong. */
function countSeconds(from: string | null, to: string | null): Cell {
  if (from === null || to === null) return null;
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  return Number.isNaN(seconds) ? null : seconds;
}

const remediationFields: readonly Field<ReportModel['remediations'][number]>[] = [
  ['Title', 36, ({ title }) => title],
  ['Priority', 12, ({ priority }) => priorityName[priority]],
  ['Status', 14, ({ status }) => remediationStatusName[status]],
  ['Owner', 22, ({ owner }) => owner],
  ['Due', 14, ({ due_on }) => day(due_on)],
  ['Overdue', 10, ({ overdue }) => (overdue ? 'Yes' : 'No')],
  ['Shortcoming', 40, ({ shortcoming }) => shortcoming],
  ['Root cause', 40, ({ root_cause }) => root_cause],
  ['Measure', 40, ({ measure }) => measure],
  ['Risk if it is not done', 40, ({ risk_if_not_done }) => risk_if_not_done],
  ['Tests', 16, ({ tests }) => list(tests.map(({ number }) => number))],
  [
    'Verified by',
    16,
    ({ verified_by: run }) => (run === null ? null : `${run.test.number}, run ${run.run_number}`),
  ],
  ['Status since', 20, ({ status_changed_at }) => time(status_changed_at)],
  ['Remediation ID', 38, ({ id }) => id],
];

type File = ReportTest['evidence'][number];
const evidenceFields: readonly Field<Run & { file: File }>[] = [
  ['Test', 8, ({ test }) => test.number],
  ['Run', 6, ({ file }) => file.run_number],
  ['Side', 8, ({ file }) => sideName[file.side]],
  ['File', 36, ({ file }) => file.file_name],
  ['Type', 24, ({ file }) => file.mime_type],
  ['Size in bytes', 14, ({ file }) => file.size],
  ['SHA-256', 68, ({ file }) => file.sha256],
  ['Caption', 40, ({ file }) => file.caption],
  ['Added by', 22, ({ file }) => file.uploaded_by?.display_name ?? null],
  ['Added', 20, ({ file }) => time(file.uploaded_at)],
  ['Evidence ID', 38, ({ file }) => file.id],
];

/** Each test's present run, after its closed ones. */
function listRuns(model: ReportModel): Run[] {
  return model.scenarios.flatMap(({ name: scenario, tests }) =>
    tests.flatMap((test) => [
      ...test.closed_runs.map((run) => ({ scenario, test, run, number: run.number, reason: run.reason })),
      { scenario, test, run: test, number: test.run_number, reason: test.run_reason },
    ]),
  );
}

function toTable<Of>(name: string, fields: readonly Field<Of>[], of: readonly Of[]): Table {
  return {
    name,
    columns: fields.map(([column, width]) => ({ name: column, width })),
    rows: of.map((one) => fields.map(([, , read]) => read(one))),
  };
}

/** The columns of what a report does not leave out. */
function pickFields<Of>(fields: readonly Field<Of>[], { options }: ReportModel['report']): Field<Of>[] {
  const { side, commands } = options;
  return fields.filter(([, , , of]) => {
    if (of === 'commands') return commands && side !== 'blue';
    return of === undefined || side === 'both' || side === of;
  });
}

/**
 * Takes a model, returns what it says of tests, facts, remediations and evidence, run by run, as tables in their order. What its options
 * leave out has no column, and no table: an empty one would say that there was nothing.
 */
export function toTables(model: ReportModel): Table[] {
  const runs = listRuns(model);
  const facts = runs.flatMap((run) => run.run.facts.map((fact) => ({ ...run, fact })));
  const files = runs.flatMap((run) => run.run.evidence.map((file) => ({ ...run, file })));
  return [
    toTable('Tests', pickFields(testFields, model.report), runs),
    ...(model.report.options.side === 'red'
      ? []
      : [toTable('Facts', pickFields(factFields, model.report), facts)]),
    toTable('Remediations', remediationFields, model.remediations),
    toTable('Evidence', evidenceFields, files),
  ];
}
