import type { FactKind } from '../../../domain/outcomes.ts';
import type { Side } from '../../../domain/sides.ts';
import { entryOf, listFields, type RecordField } from '../../../domain/test-record.ts';
import { numberFinding } from '../content/findings.ts';
import type { Source } from '../content/source.ts';
import { nameLevel } from '../content/tests.ts';
import type { Wording } from '../dates.ts';
import type { ReportFinding, ReportModel, ReportTest } from '../model.ts';

/** A text, a number, a time or a day; null is an empty cell. */
export type Cell = string | number | { time: string } | { day: string } | null;

export type Column = {
  name: string;
  /** In characters. */
  width: number;
};

export type Table = { name: string; columns: readonly Column[]; rows: readonly (readonly Cell[])[] };

/** A column: its name, its width, its value for a row, and the only side it belongs to, or `commands`. */
type Field<Of> = readonly [name: string, width: number, read: (of: Of) => Cell, of?: Side | 'commands'];

/** A run with its test: the current run, or a closed one. */
type Run = {
  scenario: string;
  test: ReportTest;
  run: ReportTest | ReportTest['closed_runs'][number];
  number: number;
  reason: ReportTest['run_reason'];
};

const time = (at: string | null): Cell => (at === null ? null : { time: at });
const day = (on: string | null): Cell => (on === null ? null : { day: on });
const lines = (words: readonly string[]): Cell => (words.length === 0 ? null : words.join('\n'));
const list = (words: readonly string[]): Cell => (words.length === 0 ? null : words.join(', '));

function toField<F extends RecordField>(
  width: number,
  { t }: Wording,
  read: (run: Run['run'], field: F) => Cell,
) {
  return (field: F): Field<Run> => [
    t(`record.field.${field as RecordField}`),
    width,
    ({ run }) => read(run, field),
    entryOf(field).side,
  ];
}

function listTestFields(wording: Wording): Field<Run>[] {
  const { t } = wording;
  return [
    [t('reports.test'), 8, ({ test }) => test.number],
    [t('report_sheets.run'), 6, ({ number }) => number],
    [t('reports.scenario'), 24, ({ scenario }) => scenario],
    [t('reports.name'), 36, ({ test }) => test.name],
    [t('report_sheets.status'), 14, ({ run }) => t(`names.test_status.${run.status}`)],
    [
      t('reports.outcome'),
      14,
      ({ run }) => (run.detection_level === null ? null : nameLevel(run.detection_level, wording)),
      'blue',
    ],
    [
      t('reports.term.expected'),
      12,
      ({ run: { expectation_met: met } }) =>
        met === null || met === 'none' ? null : t(`names.verdict.${met}`),
      'blue',
    ],
    [t('reports.tactics'), 22, ({ test }) => list(test.tactics.map(({ name }) => name))],
    [
      t('reports.techniques'),
      16,
      ({ test }) =>
        list(test.catalog_tags.filter(({ kind }) => kind !== 'tactic').map(({ external_id }) => external_id)),
    ],
    ...listFields(['red'], ['moment']).map(toField(20, wording, (run, field) => time(run[field]))),
    ...listFields(['red'], ['choice']).map(
      toField(16, wording, (run, field) =>
        run[field] === null ? null : t(`names.attack_result.${run[field]}`),
      ),
    ),
    ...listFields(['red'], ['line']).map(toField(18, wording, (run, field) => run[field])),
    [t('names.fact_kind.prevented'), 12, ({ run }) => readResult(run, 'prevented', wording), 'blue'],
    [t('names.fact_kind.alerted'), 12, ({ run }) => readResult(run, 'alerted', wording), 'blue'],
    [t('names.fact_kind.logged'), 12, ({ run }) => readResult(run, 'logged', wording), 'blue'],
    [t('names.fact_kind.detected'), 12, ({ run }) => readResult(run, 'detected', wording), 'blue'],
    [t('names.fact_kind.responded'), 12, ({ run }) => readResult(run, 'responded', wording), 'blue'],
    [t('report_sheets.detected_at'), 20, ({ run }) => time(run.detected_at), 'blue'],
    [t('reports.suggested_command'), 40, ({ test }) => test.suggested_command, 'commands'],
    [t('reports.command'), 40, ({ run }) => run.command, 'commands'],
    [t('reports.output'), 40, ({ run }) => run.output, 'commands'],
    [t('reports.cleanup'), 30, ({ test }) => test.cleanup_command, 'commands'],
    [t('report_sheets.red_comment'), 40, ({ run }) => run.red_comment, 'red'],
    [t('report_sheets.blue_comment'), 40, ({ run }) => run.blue_comment, 'blue'],
    [t('report_sheets.description'), 40, ({ test }) => test.description],
    [t('reports.objective'), 30, ({ test }) => test.objective],
    [t('reports.procedure'), 40, ({ test }) => test.procedure],
    [t('reports.expected_detection'), 30, ({ test }) => test.expected_detection],
    [t('reports.platforms'), 16, ({ test }) => list(test.platforms)],
    [t('reports.tags'), 16, ({ test }) => list(test.tags)],
    [
      t('report_sheets.run_reason'),
      16,
      ({ reason }) => (reason === null ? null : t(`names.run_reason.${reason}`)),
    ],
    [t('report_sheets.run_closed'), 20, ({ run }) => ('closed_at' in run ? time(run.closed_at) : null)],
    [t('report_sheets.test_id'), 38, ({ test }) => test.id],
  ];
}

function readResult({ outcome }: Run['run'], kind: FactKind, { t }: Wording): Cell {
  const known = outcome?.[kind];
  return known === null || known === undefined ? null : t(`names.fact_result.${known.result}`);
}

type Fact = ReportTest['facts'][number];
function listFactFields({ t }: Wording): Field<Run & { fact: Fact }>[] {
  return [
    [t('reports.test'), 8, ({ test }) => test.number],
    [t('report_sheets.run'), 6, ({ number }) => number],
    [t('reports.name'), 36, ({ test }) => test.name],
    [t('reports.what'), 14, ({ fact }) => t(`names.fact_kind.${fact.kind}`)],
    [t('reports.seen'), 14, ({ fact }) => t(`names.fact_result.${fact.result}`)],
    [t('reports.time'), 20, ({ fact }) => time(fact.at)],
    [t('report_sheets.seconds'), 14, ({ fact, run }) => countSeconds(run.executed_at, fact.at), 'red'],
    [t('reports.tool'), 22, ({ fact }) => fact.tool?.name ?? null],
    [t('report_sheets.rule'), 30, ({ fact }) => fact.rule_name],
    [t('report_sheets.rule_id'), 20, ({ fact }) => fact.rule_id],
    [t('report_sheets.alert_id'), 20, ({ fact }) => fact.alert_id],
    [
      t('report_sheets.severity'),
      14,
      ({ fact }) => (fact.severity === null ? null : t(`names.severity.${fact.severity}`)),
    ],
    [
      t('reports.category'),
      14,
      ({ fact }) => (fact.category === null ? null : t(`names.category.${fact.category}`)),
    ],
    [
      t('report_sheets.modifiers'),
      20,
      ({ fact }) => list(fact.modifiers.map((one) => t(`reports.modifier.${one}`))),
    ],
    [t('report_sheets.note'), 40, ({ fact }) => fact.note],
    [t('report_sheets.analyst'), 20, ({ fact }) => fact.analyst?.display_name ?? null],
    [t('report_sheets.test_id'), 38, ({ test }) => test.id],
    [t('report_sheets.fact_id'), 38, ({ fact }) => fact.id],
  ];
}

/** Negative when a clock was wrong. */
function countSeconds(from: string | null, to: string | null): Cell {
  if (from === null || to === null) return null;
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  return Number.isNaN(seconds) ? null : seconds;
}

function listRemediationFields({ t }: Wording): Field<ReportModel['remediations'][number]>[] {
  return [
    [t('reports.title'), 36, ({ title }) => title],
    [t('reports.priority'), 12, ({ priority }) => t(`names.priority.${priority}`)],
    [t('report_sheets.status'), 14, ({ status }) => t(`names.remediation_status.${status}`)],
    [t('reports.owner'), 22, ({ owner }) => owner],
    [t('reports.due'), 14, ({ due_on }) => day(due_on)],
    [t('report_sheets.overdue'), 10, ({ overdue }) => t(overdue ? 'reports.yes' : 'reports.no')],
    [t('reports.shortcoming'), 40, ({ shortcoming }) => shortcoming],
    [t('reports.root_cause'), 40, ({ root_cause }) => root_cause],
    [t('reports.measure'), 40, ({ measure }) => measure],
    [t('reports.risk'), 40, ({ risk_if_not_done }) => risk_if_not_done],
    [t('reports.tests'), 16, ({ tests }) => list(tests.map(({ number }) => number))],
    [
      t('reports.verified_by'),
      16,
      ({ verified_by: run }) =>
        run === null ? null : t('reports.verified_by.run', { test: run.test.number, run: run.run_number }),
    ],
    [t('report_sheets.status_since'), 20, ({ status_changed_at }) => time(status_changed_at)],
    [t('report_sheets.remediation_id'), 38, ({ id }) => id],
  ];
}

function listFindingColumns({ t }: Wording): Field<ReportFinding>[] {
  return [
    [t('report_sheets.finding_number'), 10, ({ number }) => numberFinding(number)],
    [t('reports.title'), 36, ({ title }) => title],
    [t('reports.severity'), 14, ({ severity }) => t(`names.severity.${severity}`)],
    [t('report_sheets.status'), 14, ({ status }) => t(`reports.finding.status.${status}`)],
    [t('report_sheets.came_back'), 12, ({ came_back }) => t(came_back ? 'reports.yes' : 'reports.no')],
    [t('reports.kind'), 16, ({ kind }) => t(`reports.finding.kind.${kind}`)],
    [t('reports.tests'), 20, (finding) => list(finding.tests.map((one) => nameRun(one, t)))],
    [t('reports.techniques'), 16, ({ techniques }) => list(techniques)],
    [t('reports.finding.description'), 40, ({ description }) => description],
    [t('reports.finding.impact'), 40, ({ impact }) => impact],
    [t('reports.root_cause'), 40, ({ root_cause }) => root_cause],
    [t('reports.finding.recommendation'), 40, ({ recommendation }) => recommendation],
    [t('reports.finding.affected'), 24, ({ affected }) => affected],
    [t('reports.finding.references'), 30, ({ references }) => lines(references)],
    [t('reports.evidence'), 30, ({ evidence }) => lines(evidence.map(({ file_name }) => file_name))],
    [t('reports.remediation'), 36, ({ remediations }) => lines(remediations.map(({ title }) => title))],
    [t('report_sheets.finding_id'), 38, ({ id }) => id],
  ];
}

function nameRun({ test, run_number: run }: ReportFinding['tests'][number], t: Wording['t']): string {
  return run === 1 ? test.number : t('reports.verified_by.run', { test: test.number, run });
}

type ReportSighting = NonNullable<ReportModel['sightings']>['items'][number];
function listSightingFields({ t }: Wording): Field<ReportSighting>[] {
  return [
    [t('sightings.field.at'), 20, ({ at }) => time(at)],
    [t('sightings.field.at_until'), 20, ({ until }) => time(until)],
    [t('sightings.field.title'), 36, ({ title }) => title],
    [t('sightings.field.kind'), 14, ({ kind }) => t(`sighting_fields.kind.${kind}`)],
    [t('report_sheets.status'), 14, ({ status }) => t(`sighting_fields.status.${status}`)],
    [t('sightings.field.judgement'), 14, ({ judgement }) => t(`sighting_fields.status.${judgement}`)],
    [
      t('sighting_fields.field.not_ours_reason'),
      16,
      ({ not_ours_reason: reason }) => (reason === null ? null : t(`sighting_fields.reason.${reason}`)),
    ],
    [t('reports.test'), 8, ({ test }) => test?.number ?? null],
    [t('reports.severity'), 14, ({ severity }) => severity && t(`names.severity.${severity}`)],
    [t('sightings.field.hosts'), 20, ({ hosts }) => list(hosts)],
    [t('sightings.field.users'), 20, ({ users }) => list(users)],
    [t('reports.techniques'), 16, ({ techniques }) => list(techniques)],
    [t('sightings.field.tool'), 16, ({ tool }) => tool],
    [t('sightings.field.rule_name'), 24, ({ rule }) => rule],
    [t('sightings.field.declared_at'), 20, ({ declared }) => time(declared?.at ?? null)],
    [t('sightings.field.declared_to'), 20, ({ declared }) => declared?.to ?? null],
    [t('sighting_fields.field.analyst'), 20, ({ analyst }) => analyst],
    [t('sightings.field.note'), 40, ({ note }) => note],
    [t('report_sheets.sighting_id'), 38, ({ id }) => id],
  ];
}

type File = ReportTest['evidence'][number];
function listEvidenceFields({ t }: Wording): Field<Run & { file: File }>[] {
  return [
    [t('reports.test'), 8, ({ test }) => test.number],
    [t('report_sheets.run'), 6, ({ file }) => file.run_number],
    [t('reports.side'), 8, ({ file }) => t(`names.side.${file.side}`)],
    [t('reports.file'), 36, ({ file }) => file.file_name],
    [t('report_sheets.type'), 24, ({ file }) => file.mime_type],
    [t('report_sheets.bytes'), 14, ({ file }) => file.size],
    ['SHA-256', 68, ({ file }) => file.sha256],
    [t('report_sheets.caption'), 40, ({ file }) => file.caption],
    [t('report_sheets.added_by'), 22, ({ file }) => file.uploaded_by?.display_name ?? null],
    [t('reports.added'), 20, ({ file }) => time(file.uploaded_at)],
    [t('report_sheets.evidence_id'), 38, ({ file }) => file.id],
  ];
}

/** Each test's current run, after its closed ones. */
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

/** Columns that the report does not omit. */
function pickFields<Of>(fields: readonly Field<Of>[], { options }: ReportModel['report']): Field<Of>[] {
  const { side, commands } = options;
  return fields.filter(([, , , of]) => {
    if (of === 'commands') return commands && side !== 'blue';
    return of === undefined || side === 'both' || side === of;
  });
}

/**
 * Takes the source of a report, returns tests, facts, remediations, findings, sightings and evidence, run by run, as tables in order.
 * Omitted content has no column or table, because an empty one would suggest that there was nothing.
 */
export function toTables({ model, wording }: Source): Table[] {
  const { t } = wording;
  const runs = listRuns(model);
  const facts = runs.flatMap((run) => run.run.facts.map((fact) => ({ ...run, fact })));
  const files = runs.flatMap((run) => run.run.evidence.map((file) => ({ ...run, file })));
  return [
    toTable(t('report_sheets.tests'), pickFields(listTestFields(wording), model.report), runs),
    ...(model.report.options.side === 'red'
      ? []
      : [toTable(t('report_sheets.facts'), pickFields(listFactFields(wording), model.report), facts)]),
    toTable(t('report_sheets.remediations'), listRemediationFields(wording), model.remediations),
    ...(model.findings === undefined
      ? []
      : [toTable(t('report_sheets.findings'), listFindingColumns(wording), model.findings)]),
    ...(model.report.options.side !== 'red' && model.sightings && model.sightings.items.length > 0
      ? [toTable(t('report_sheets.sightings'), listSightingFields(wording), model.sightings.items)]
      : []),
    toTable(t('report_sheets.evidence'), listEvidenceFields(wording), files),
  ];
}
