import type { ReportOptions } from '../../../domain/reports.ts';
import type { Person } from '../../person.ts';
import type { Wording } from '../dates.ts';
import type { ReportEvidence, ReportModel, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { type Field, joinNames, type Words } from './words.ts';

/** Sides whose records a report contains, and whether it has commands and their output. */
export function listShown(
  { side, commands }: Pick<ReportOptions, 'side' | 'commands'>,
  { t }: Wording,
): [string, string][] {
  const hasCommands = commands && side !== 'blue';
  return [
    [t('reports.records_of'), t(`reports.side.${side}`)],
    [t('reports.commands'), t(hasCommands ? 'reports.commands.included' : 'reports.commands.left_out')],
  ];
}

/** The kind of a report, and whether it is its sanitised version. */
export function nameKind({ report: { kind, options } }: Pick<ReportModel, 'report'>, { t }: Wording): string {
  const name = t(`report_sections.kind.${kind}`);
  return options.sanitised === true ? t('reports.sanitised', { kind: name }) : name;
}

/** How a sanitised version differs; null for any other. */
export function describeVersion({ report }: Pick<ReportModel, 'report'>, { t }: Wording): string | null {
  return report.options.sanitised === true
    ? t('reports.version.sanitised', { withheld: t('reports.withheld') })
    : null;
}

/** The Damson version that made a report. */
export function nameGenerator({ generator }: Pick<ReportModel, 'generator'>, { t }: Wording): string {
  return t('reports.generator', { version: generator });
}

/**
 * The organisation of the mission, else its leads, else the person who issued or started the report; null when their accounts are
 * gone.
 */
export function nameAuthor({ mission, report }: ReportModel): string | null {
  if (mission.organisation !== null) return mission.organisation;
  const leads = mission.members.filter(({ role_hint }) => role_hint === 'lead').map(({ name }) => name);
  if (leads.length > 0) return leads.join(', ');
  return (report.issued?.by ?? report.created_by)?.display_name ?? null;
}

/** From the first to the last day of the mission; null when neither is set. */
export function describePeriod({ model: { mission }, wording }: Source): string | null {
  const days = [mission.start_date, mission.end_date].flatMap((day) =>
    day === null ? [] : wording.day(day),
  );
  if (days.length === 0) return null;
  return days[0] === days[1] ? (days[0] ?? null) : days.join(' – ');
}

export function listControl(source: Source): Field[] {
  const { model, wording } = source;
  const { t, time } = wording;
  const { report: head, mission, left_out } = model;
  const { options, issued } = head;
  const by = (when: string, person: Person | null): Words =>
    person === null
      ? when
      : wording.tell('reports.issued.by', { when, person: { name: person.display_name } });
  return [
    [t('reports.title'), toName(head.title)],
    [t('reports.document'), nameKind(model, wording)],
    [t('reports.version'), describeVersion(model, wording)],
    [t('reports.classification'), toName(options.classification)],
    [
      t('reports.state'),
      issued === null ? t('reports.draft') : by(t('reports.issued.on', { time: time(issued.at) }), issued.by),
    ],
    [t('reports.mission'), toName(mission.name)],
    [t('reports.organisation'), toName(mission.organisation)],
    [t('reports.client'), toName(findOtherName(mission))],
    [t('reports.period'), describePeriod(source)],
    [t('reports.begun'), by(time(head.created_at), head.created_by)],
    [t('reports.last_changed'), by(time(head.updated_at), head.updated_by)],
    [t('reports.data_as_of'), wording.timeInZone(head.read_at)],
    [t('reports.times_are_in'), options.time_zone],
    ...listShown(options, wording),
    [t('reports.figures_of'), mission.is_part ? t('reports.figures_of.seen') : null],
    [t('reports.evidence'), t(`reports.evidence.${options.evidence}`)],
    [
      t('reports.left_out'),
      left_out.texts === 0
        ? null
        : t('reports.left_out.texts', { size: wording.size(left_out.bytes), count: left_out.texts }),
    ],
    [t('reports.made_with'), nameGenerator(model, wording)],
    [t('reports.report_id'), { code: head.id }],
    [t('reports.mission_id'), { code: mission.id }],
  ];
}

/** A name in its field, which begins where other values begin, in any script. */
const toName = (name: string | null): Words => (name === null ? null : { name });

/** The mission's name for its organisation, if the organisation has been renamed since. */
export function findOtherName({ organisation, client }: ReportModel['mission']): string | null {
  return client === organisation ? null : client;
}

export function listScope(source: Source): Field[] {
  const { model, wording } = source;
  const { t } = wording;
  const { mission, scenarios } = model;
  return [
    [t('reports.mission'), toName(mission.name)],
    [t('reports.state'), t(`names.mission_status.${mission.status}`)],
    [t('reports.organisation'), toName(mission.organisation)],
    [t('reports.client'), toName(findOtherName(mission))],
    [t('reports.period'), describePeriod(source)],
    [t('reports.retest_of'), toName(mission.retest_of)],
    [t('reports.tests'), describeTests(source)],
    [
      t('reports.scenarios'),
      joinNames(
        scenarios.map(({ name }) => name),
        '; ',
      ),
    ],
    [t('reports.attack'), describeTechniques(model, wording)],
  ];
}

function describeTests(source: Source): string {
  const { mission } = source.model;
  const said = countTests(source);
  return mission.is_part ? source.wording.t('reports.scope.seen', { said }) : said;
}

function countTests({ model: { figures }, wording: { t } }: Source): string {
  const { not_attempted: rest, tests, attempted: run } = figures;
  const said = (['skipped', 'blocked', 'pending'] as const).flatMap((status) =>
    rest[status] === 0 ? [] : [t(`reports.scope.${status}`, { count: rest[status] })],
  );
  if (said.length === 0) return t('reports.scope.tests', { tests, run });
  return t('reports.scope.tests_aside', { tests, run, rest: said.join(', ') });
}

function describeTechniques({ techniques, mission }: ReportModel, { t }: Wording): string | null {
  if (techniques.length === 0) return null;
  const tactics = new Set(techniques.flatMap((one) => one.tactics.map(({ external_id }) => external_id)));
  const counts = { techniques: techniques.length, tactics: tactics.size };
  const { catalog_version: version } = mission;
  return version === null
    ? t('reports.scope.techniques', counts)
    : t('reports.scope.techniques_version', { ...counts, version });
}

/** Every evidence file, with its test; in a blue team test report those that blue collected, as Annex VI asks. */
export function listFiles({ tests, model }: Source): { test: ReportTest; file: ReportEvidence }[] {
  const isOfBlue = model.report.kind === 'dora_blue';
  return tests.flatMap((test) =>
    [test, ...test.closed_runs].flatMap((run) =>
      run.evidence.filter(({ side }) => side === 'blue' || !isOfBlue).map((file) => ({ test, file })),
    ),
  );
}

export function describeFiles(files: readonly { file: ReportEvidence }[], { wording }: Source): Words {
  return wording.tell('reports.files.intro', {
    count: files.length,
    size: wording.size(files.reduce((sum, { file }) => sum + file.size, 0)),
    linux: { code: 'sha256sum' },
    mac: { code: 'shasum -a 256' },
    windows: { code: 'Get-FileHash' },
  });
}

/** Person who added a file. */
export function nameUploader({ uploaded_by }: ReportEvidence, { t }: Wording): Words {
  return uploaded_by === null ? t('reports.account.deleted') : { name: uploaded_by.display_name };
}

/** Instructions to check a history export without the installation. */
export function describeCheck({ tell }: Wording): Words {
  return tell('reports.history.check', { command: { code: 'damson audit export' } });
}

type Head = NonNullable<ReportModel['history']>;

export function listHistory({ seq, hash, at }: Head, { wording: { t, time } }: Source): Field[] {
  return [
    [t('reports.history.entry'), `${seq}`],
    [t('reports.history.hash'), { code: hash }],
    [t('reports.history.of'), time(at)],
  ];
}

export function writeProof({ seq, hash }: Head): string {
  return `damson audit verify --anchor ${seq}:${hash}`;
}
