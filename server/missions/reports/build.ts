import { figure } from '../../../domain/figures.ts';
import { mostRemediations } from '../../../domain/limits.ts';
import { replayAnswers } from '../../../domain/replay.ts';
import { type ReportOptions, reportSections } from '../../../domain/reports.ts';
import { withholdingFields } from '../../../domain/withheld.ts';
import { pickLanguage } from '../../../domain/words/languages.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { isTextType } from '../../evidence/service.ts';
import { findNewest } from '../../history/service.ts';
import { readBrand } from '../../organisations/brand/service.ts';
import { readTools } from '../../organisations/service.ts';
import type { Person } from '../../person.ts';
import type { ReportEvidence, ReportModel, ReportRemediation, ReportTest } from '../../reports/model.ts';
import { openWords } from '../../words.ts';
import { listEdges } from '../attack-path/store.ts';
import { listRecordedClocks } from '../clocks/store.ts';
import { pairRuns } from '../figures/earlier.ts';
import { type EarlierMission, findEarlierMission } from '../figures/earlier-store.ts';
import type { MissionTest } from '../figures/figured-test.ts';
import { changeBetween, type FiguredMission, figureMission, readFiguredMission } from '../figures/service.ts';
import { listTests } from '../figures/store.ts';
import { listMembers } from '../members/store.ts';
import type { Remediation } from '../remediations/contract.ts';
import { listRemediations } from '../remediations/store.ts';
import { listSteps, readReplay, readReplayDay } from '../replay/store.ts';
import { figureSightingsOf } from '../sightings/service.ts';
import { areVisibleToRed, listAllSightings } from '../sightings/store.ts';
import { readTlpt } from '../tlpt/store.ts';
import { readVariables } from '../variables/contract.ts';
import { isPart } from '../visibility.ts';
import type { Report } from './contract.ts';
import { draftTexts } from './model/drafted-texts.ts';
import { readFindings } from './model/findings.ts';
import * as rules from './model/rules.ts';
import * as store from './model/store.ts';
import { toReportTests } from './model/tests.ts';
import { readBeginning, TextBudget } from './model/texts.ts';
import { toReportTlpt } from './model/tlpt.ts';
import { sanitise } from './sanitised/sanitise.ts';

type Written = Pick<
  Report,
  'id' | 'kind' | 'title' | 'options' | 'texts' | 'created_by' | 'created_at' | 'updated_by' | 'updated_at'
>;

export type ReportToBuild = {
  missionId: string;
  /** `issued`: time and author of issuing; null in a draft. */
  report: Written & { issued: { at: string; by: Person } | null };
  /** Damson version that makes it. */
  version: string;
  /** Time of reading; overdue items are determined by its date. */
  at: string;
  /** The bytes of an evidence file, compared with its digest; null if it is missing or damaged. If omitted, no file is shown. */
  openText?: (file: ReportEvidence) => Promise<Buffer | null>;
};

/** Tests read at once: some hundred rows of each table. */
const testsAtOnce = 200;

/**
 * All content of a report, read in one snapshot of the database; the text of files is read afterwards. Excluded options leave no
 * trace in any part. Refuses `not_found` a deleted mission. The caller has checked access.
 */
export async function buildReportModel(db: Db, input: ReportToBuild): Promise<ReportModel> {
  return withholdFrom(await buildWholeModel(db, input), input.report.options);
}

/** The same before anything is withheld for a sanitised version. */
export async function buildWholeModel(db: Db, input: ReportToBuild): Promise<ReportModel> {
  const { report, version, at, openText } = input;
  const language = pickLanguage([report.options.locale]);
  const words = openWords(language);
  const shown = rules.toShown(report.options);
  const texts = new TextBudget();
  const read = await inSnapshot(db, (trx) => readMission(trx, input, shown, texts));
  const { mission, figured, tests, remediations, findings } = read;
  if (shown.content && openText !== undefined) await addContent(tests, shown, openText);
  const figures = {
    mission: { id: mission.id, name: mission.name },
    ...(await figureMission(figured)),
  };
  const drafts = draftTexts(
    report.kind,
    { figures, change: read.change, findings, sightings: read.sightings, isPart: read.isPart },
    words,
  );
  const inScenario = Map.groupBy(tests, (_, index) => figured.tests[index]?.scenario_id);
  return {
    format: 'damson.report',
    version: 2,
    generator: version,
    report: {
      id: report.id,
      kind: report.kind,
      title: report.title,
      language,
      options: toShownOptions(report.options),
      created_by: report.created_by,
      created_at: report.created_at,
      updated_by: report.updated_by,
      updated_at: report.updated_at,
      read_at: at,
      issued: report.issued === null ? null : { at: report.issued.at, by: report.issued.by },
    },
    brand: read.brand,
    mission: {
      id: mission.id,
      name: mission.name,
      organisation: mission.organisation_name,
      client: mission.client,
      description: mission.description,
      status: mission.status,
      start_date: mission.start_date,
      end_date: mission.end_date,
      catalog_version: mission.catalog_version,
      retest_of: mission.retest_of,
      ...(read.isPart && { is_part: true as const }),
      members: read.members.map(({ user, role_hint }) => ({ name: user.display_name, role_hint })),
    },
    sections: reportSections[report.kind].map(({ key, title, parts }) => ({
      key,
      title: words.t(`report_sections.title.${title}`),
      text: report.texts[key] ?? drafts.get(key) ?? null,
      drafted: report.texts[key] === undefined && drafts.has(key),
      parts: [...parts],
    })),
    figures,
    change: read.change,
    gaps: rules.pickGaps(figures.gaps, tests, remediations, findings),
    findings,
    strengths: figures.strengths.slice(0, rules.mostStrengths),
    scenarios: read.scenarios.map((scenario) => ({ ...scenario, tests: inScenario.get(scenario.id) ?? [] })),
    techniques: rules.listTechniquesOf(figured),
    timeline: rules.sortMoments(tests.flatMap(rules.listMoments)),
    ...(read.edges.length > 0 && { path: read.edges }),
    tlpt: read.tlpt,
    sightings: read.sightings,
    replay: read.replay,
    remediations,
    clocks: read.clocks,
    tools: read.tools.map(({ id, name, vendor, kind, retired }) => ({ id, name, vendor, kind, retired })),
    history: read.history,
    left_out: texts.leftOut,
  };
}

/** Takes a whole model and the options of its report, returns what the report shows. */
export function withholdFrom(model: ReportModel, options: ReportOptions): ReportModel {
  return options.sanitised ? sanitise(model, options, tellPlaceholder(model)) : model;
}

/** The text that stands for what a report withholds, in its language. */
export function tellPlaceholder({ report }: Pick<ReportModel, 'report'>): string {
  return openWords(report.language ?? 'en').t('reports.withheld');
}

/** The options that affect what the report shows; what it withholds is not among them. */
function toShownOptions(options: ReportOptions): ReportModel['report']['options'] {
  const { template_id: _, ...shown } = options;
  for (const field of withholdingFields) delete (shown as Partial<typeof shown>)[field];
  return shown;
}

async function readMission(
  trx: Trx,
  { missionId, at, report }: ReportToBuild,
  shown: rules.Shown,
  texts: TextBudget,
) {
  const mission = await store.findMission(trx, missionId);
  if (mission === null) throw notFound('Mission');
  const whole = await readFiguredMission(trx, missionId);
  const before = shown.blue ? await readBefore(trx, missionId) : null;
  const figured: FiguredMission =
    before === null
      ? { ...whole, tests: shown.blue ? whole.tests : whole.tests.map(rules.leaveOutBlue) }
      : { ...whole, earlier: pairRuns(before.mission, before.tests, whole.tests) };
  const numbered = rules.numberTests(figured);
  const showing = {
    shown,
    texts,
    variables: readVariables(mission.variables_json),
    techniques: whole.techniques,
  };
  const tests: ReportTest[] = [];
  for (let from = 0; from < numbered.length; from += testsAtOnce) {
    const some = numbered.slice(from, from + testsAtOnce);
    const slice = await store.readSlice(
      trx,
      some.map(({ test }) => test.id),
    );
    tests.push(...toReportTests(some, slice, showing));
  }
  const { organisation_id } = mission;
  const isShown = organisation_id !== null && shown.blue;
  const remediations = await readRemediations(trx, missionId, at, tests);
  const { side } = report.options;
  const members = (await listMembers(trx, [missionId])).get(missionId) ?? [];
  return {
    mission,
    isPart: isPart(mission, members),
    figured,
    tests,
    scenarios: await store.listScenarios(trx, missionId),
    members,
    remediations,
    findings: await readFindings(trx, missionId, { side, figured, tests, remediations }),
    change: before === null ? null : compareWith(before, figured),
    replay: report.kind === 'replay_minutes' ? await readMinutes(trx, missionId, tests) : null,
    sightings: shown.blue ? await readSightings(trx, missionId, tests) : null,
    tlpt: toReportTlpt(
      { ...(await readTlpt(trx, missionId)), replayed: await readReplayDay(trx, missionId) },
      tests,
      at,
    ),
    edges: await listEdges(trx, missionId),
    clocks: shown.blue ? await listRecordedClocks(trx, missionId) : [],
    tools: isShown ? await readTools(trx, organisation_id) : [],
    brand: organisation_id === null ? { logo: null, accent: null } : await readBrand(trx, organisation_id),
    history: await findNewest(trx),
  };
}

/** A replay with the steps that the room went through. */
async function readMinutes(
  trx: Trx,
  missionId: string,
  tests: readonly ReportTest[],
): Promise<ReportModel['replay']> {
  const named = new Map(tests.map((test) => [test.id, rules.nameTest(test)]));
  const { started_at, ended_at, attendees, summary } = await readReplay(trx, missionId);
  const steps = (await listSteps(trx, missionId)).filter(
    ({ discussed_at, ...step }) => discussed_at !== null || replayAnswers.some((name) => step[name]),
  );
  return {
    started_at,
    ended_at,
    attendees,
    summary,
    steps: steps.flatMap(({ id, run, executed_at, seen, should_have, why_not, decision }) => {
      const test = named.get(id);
      if (test === undefined) return [];
      return [{ test, run_number: run, executed_at, seen, should_have, why_not, decision }];
    }),
  };
}

/** Sightings of blue, once red may read them, as everybody who reads the report does. */
async function readSightings(
  trx: Trx,
  missionId: string,
  tests: readonly ReportTest[],
): Promise<ReportModel['sightings']> {
  if (!(await areVisibleToRed(trx, missionId))) return null;
  const named = new Map(tests.map((test) => [test.id, rules.nameTest(test)]));
  const sightings = await listAllSightings(trx, missionId);
  return {
    figures: await figureSightingsOf(trx, missionId),
    items: sightings.map((sighting) => ({
      id: sighting.id,
      at: sighting.at,
      until: sighting.at_until,
      kind: sighting.kind,
      title: sighting.title,
      tool: sighting.tool,
      rule: sighting.rule_name ?? sighting.rule_id,
      severity: sighting.severity,
      hosts: sighting.hosts,
      users: sighting.users,
      techniques: sighting.techniques,
      note: sighting.note,
      status: sighting.status,
      judgement: sighting.judgement,
      not_ours_reason: sighting.not_ours_reason,
      declared: sighting.declared,
      analyst: sighting.analyst?.display_name ?? null,
      test: named.get(sighting.test_id ?? '') ?? null,
    })),
  };
}

type Before = { mission: EarlierMission; tests: MissionTest[] };

/** The mission that a mission is compared with, with its tests. */
async function readBefore(trx: Trx, missionId: string): Promise<Before | null> {
  const mission = await findEarlierMission(trx, missionId);
  return mission === null ? null : { mission, tests: await listTests(trx, mission.id) };
}

function compareWith({ mission, tests: earlier }: Before, { tests }: FiguredMission): ReportModel['change'] {
  const { name, date } = mission;
  return { mission: { name, date }, figures: figure(earlier), tests: changeBetween(earlier, tests) };
}

async function readRemediations(
  trx: Trx,
  missionId: string,
  at: string,
  tests: readonly ReportTest[],
): Promise<ReportRemediation[]> {
  const everyone = { id: '', seesAll: true };
  const filter = { mission_id: missionId, limit: mostRemediations, offset: 0 };
  const { items } = await listRemediations(trx, everyone, filter, at.slice(0, 'YYYY-MM-DD'.length));
  const named = new Map(tests.map((test) => [test.id, rules.nameTest(test)]));
  return items.map((remediation) => toReportRemediation(remediation, named));
}

function toReportRemediation(
  remediation: Remediation,
  named: ReadonlyMap<string, ReturnType<typeof rules.nameTest>>,
): ReportRemediation {
  const { owner, owner_text, test_ids, verified_by_run } = remediation;
  const verifying = verified_by_run === null ? undefined : named.get(verified_by_run.test_id);
  return {
    id: remediation.id,
    title: remediation.title,
    shortcoming: remediation.shortcoming,
    root_cause: remediation.root_cause,
    measure: remediation.measure,
    risk_if_not_done: remediation.risk_if_not_done,
    priority: remediation.priority,
    status: remediation.status,
    owner: owner?.display_name ?? owner_text,
    due_on: remediation.due_on,
    overdue: remediation.overdue,
    tests: rules.inOrder(test_ids.flatMap((id) => named.get(id) ?? [])),
    verified_by:
      verified_by_run === null || verifying === undefined
        ? null
        : { test: verifying, run_number: verified_by_run.number },
    status_changed_at: remediation.status_changed_at,
  };
}

/** Adds the beginning of each text file; red's files contain commands and their output. */
async function addContent(
  tests: readonly ReportTest[],
  { commands }: rules.Shown,
  openText: NonNullable<ReportToBuild['openText']>,
): Promise<void> {
  const budget = new TextBudget();
  const all = tests.flatMap(({ evidence, closed_runs }) => [
    ...evidence,
    ...closed_runs.flatMap((run) => run.evidence),
  ]);
  for (const file of all) {
    if (!isTextType(file.mime_type) || (file.side === 'red' && !commands)) continue;
    file.content_left_out = file.size;
    if (budget.isUsedUp) continue;
    const bytes = await openText(file);
    if (bytes === null) continue;
    const beginning = readBeginning(file.mime_type, bytes, store.longestShown);
    const { text } = budget.take(beginning.text);
    if (text === null) continue;
    file.content = text;
    file.content_left_out = file.size - beginning.taken;
  }
}
