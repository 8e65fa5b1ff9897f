import { wasRun } from '../../../../domain/missions.ts';
import { isSighting } from '../../../../domain/outcomes.ts';
import { listItems, type ReportItem } from '../../../../domain/report-items.ts';
import { listFindings } from '../../../reports/content/findings.ts';
import { isWritten } from '../../../reports/content/sections.ts';
import { openSource, type Source } from '../../../reports/content/source.ts';
import { listCauses } from '../../../reports/content/tests.ts';
import type { ReportModel } from '../../../reports/model.ts';

/** Takes the model of a report, returns each item that the regulation asks for, and whether the report has it. */
export function judgeItems(model: ReportModel): (ReportItem & { filled: boolean })[] {
  const source = openSource(model);
  // Other exercises are replayed too.
  if (model.report.kind === 'replay_minutes' && !model.tlpt) return [];
  const texts = new Map(model.sections.map(({ key, text }) => [key, text]));
  return listItems(model.report.kind).map((item) => ({
    ...item,
    // A text counts: it can say that there was none, and Damson does not judge it.
    filled:
      (item.name === null && isWritten(texts.get(item.section) ?? null)) ||
      (recorded[item.name ?? item.section]?.(source) ?? false),
  }));
}

type Rule = (source: Source) => boolean;

const listRun = ({ tests }: Source) => tests.filter(({ status }) => wasRun(status));

/** Whether there is something, and all of it is as asked for. */
function isEach<Of>(list: readonly Of[], isSo: (one: Of) => boolean): boolean {
  return list.length > 0 && list.every(isSo);
}

const isSaid = (text: string | null | undefined) => isWritten(text ?? null);

const hasCauses: Rule = (source) =>
  listRun(source).length > 0 && listCauses(source).every(({ causes }) => causes.length > 0);

const isJudged: Rule = (source) => isEach(listRun(source), (test) => test.class !== null);

const ofRemediations =
  (isSo: (one: ReportModel['remediations'][number]) => boolean): Rule =>
  ({ model }) =>
    isEach(model.remediations, isSo);

/** Conditions on the record for an item, by its name or section; others need a text. */
const recorded: Readonly<Partial<Record<string, Rule>>> = {
  functions: ({ model: { tlpt } }) => isEach(tlpt?.functions ?? [], ({ systems }) => isSaid(systems)),
  scope: ({ model: { tlpt } }) => isEach(tlpt?.functions ?? [], ({ rationale }) => isSaid(rationale)),
  scenarios: ({ model }) => isEach(model.scenarios, ({ description }) => isSaid(description)),
  flags: ({ model: { tlpt } }) => isEach(tlpt?.flags ?? [], ({ captured }) => captured !== null),
  paths: (source) => listRun(source).length > 0,
  techniques: (source) => isEach(listRun(source), ({ attack_result }) => attack_result !== null),
  deviations: ({ model: { tlpt } }) => (tlpt?.deviations ?? []).length > 0,
  leg_ups: ({ model: { tlpt } }) => (tlpt?.leg_ups ?? []).length > 0,
  blue_actions: ({ tests }) => tests.some(({ facts }) => facts.length > 0),
  findings: (source) => isEach(listFindings(source), ({ description }) => isSaid(description)),
  causes: hasCauses,
  recommendations: (source) =>
    isEach(
      listFindings(source),
      ({ recommendation, remediations }) => isSaid(recommendation) || remediations.length > 0,
    ),
  detected: isJudged,
  detections: isJudged,
  log_entries: (source) =>
    isJudged(source) &&
    source.tests
      .flatMap(({ facts }) => facts)
      .filter(({ result }) => isSighting(result))
      .every(({ note, evidence_ids }) => isSaid(note) || evidence_ids.length > 0),
  evidence: ({ tests }) => tests.some(({ evidence }) => evidence.some(({ side }) => side === 'blue')),
  lessons: ({ model: { report, remediations, tlpt } }) =>
    report.kind === 'dora_blue'
      ? remediations.length > 0
      : [tlpt?.red_feedback, tlpt?.blue_feedback].every(isSaid),
  // In the summary, it is about purple teaming in the testing phase.
  purple: ({ model: { report, tlpt } }) => report.kind === 'dora_blue' && isSaid(tlpt?.blue_topics),
  topics: ({ model: { tlpt } }) => [tlpt?.red_topics, tlpt?.blue_topics].every(isSaid),
  replayed: ({ model: { replay } }) => (replay?.steps ?? []).length > 0,
  parties: ({ model: { tlpt } }) =>
    [tlpt?.authority, tlpt?.control_team_lead, tlpt?.red_team_provider].every(isSaid),
  project_plan: ({ model: { tlpt } }) => isSaid(tlpt?.testing_start) && isSaid(tlpt?.testing_end),
  plan: (source) => isEach(listFindings(source), ({ remediations }) => remediations.length > 0),
  shortcoming: ofRemediations(({ shortcoming }) => isSaid(shortcoming)),
  measures: ofRemediations(({ measure, due_on }) => isSaid(measure) && due_on !== null),
  root_cause: (source) =>
    isEach(
      source.model.remediations,
      ({ id, root_cause }) =>
        isSaid(root_cause) ||
        listFindings(source).some(
          (finding) => isSaid(finding.root_cause) && finding.remediations.some((one) => one.id === id),
        ),
    ),
  owner: ofRemediations(({ owner }) => owner !== null),
  risks: ofRemediations(({ risk_if_not_done }) => isSaid(risk_if_not_done)),
};
