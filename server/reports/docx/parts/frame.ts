import { remediationStatuses } from '../../../../domain/remediations.ts';
import { listControl, listScope } from '../../content/document.ts';
import { listSettled, numberFinding } from '../../content/findings.ts';
import {
  countStates,
  describeDue,
  describeUnresolved,
  listUnresolved,
  nameOwner,
} from '../../content/remediations.ts';
import { isDraftedIn } from '../../content/sections.ts';
import { describeGap } from '../../content/tests.ts';
import { toText } from '../../content/words.ts';
import { named, type Part, say, toFields, toRich } from '../report.ts';

export const control: Part = async (report) => ({ fields: toFields(listControl(report)) });

export const people: Part = async ({ model: { mission }, wording: { t } }) =>
  mission.members.length === 0
    ? null
    : {
        people: mission.members.map(({ name, role_hint }) => ({
          name,
          role: t(`names.member_hint.${role_hint}`),
        })),
      };

export const scope: Part = async (report) => ({
  intro: toRich(report.model.mission.description),
  fields: toFields(listScope(report)),
});

export const gaps: Part = async (report) => {
  const { model, wording } = report;
  const { t } = wording;
  if (model.gaps.length === 0) return null;
  return {
    gaps: model.gaps.map((gap) => {
      const { test, techniques, severity, remediation, finding } = gap;
      const settled = toText({ lines: listSettled(report, gap) }) || t('reports.none_planned');
      return {
        ...named(report, test),
        ...describeGap(gap, wording),
        finding: finding == null ? null : t('reports.finding.of_gap', { number: numberFinding(finding) }),
        techniques: techniques.map(({ external_id, name }) => `${external_id} ${name}`).join('; '),
        severity: severity && t(`names.severity.${severity}`),
        remediation: remediation?.title ?? settled,
        priority: remediation && t(`names.priority.${remediation.priority}`),
        owner: remediation && say(nameOwner(remediation.owner, wording)),
        due: remediation && say(describeDue(report, remediation.due_on) ?? t('reports.no_day')),
      };
    }),
  };
};

export const strengths: Part = async ({ model, wording }) =>
  model.strengths.length === 0
    ? null
    : {
        intro: isDraftedIn(model, 'strengths') ? null : wording.t('reports.strengths.intro'),
        strengths: model.strengths.map(({ technique, tests, tools }) => ({
          technique: `${technique.external_id} ${technique.name}`,
          tests: wording.number(tests),
          tools: tools.join(', '),
        })),
      };

export const remediationStatus: Part = async (report) => {
  const { model, wording } = report;
  const { t } = wording;
  if (model.remediations.length === 0) return null;
  const open = listUnresolved(report);
  return {
    intro: say(describeUnresolved(report)),
    states: countStates(report).map(({ priority, counts }) => ({
      priority: t(`names.priority.${priority}`),
      ...Object.fromEntries(
        remediationStatuses.map((status) => [
          // `open` is also the state of every unresolved remediation, so this count has another name.
          status === 'open' ? 'unstarted' : status,
          counts[status] === 0 ? '–' : wording.number(counts[status]),
        ]),
      ),
    })),
    has_to_do: open.length > 0,
    to_do: open.map(({ title, priority, status, owner, due_on, overdue }) => ({
      title,
      priority: t(`names.priority.${priority}`),
      status: t(`names.remediation_status.${status}`),
      owner: owner ?? '–',
      due: say(describeDue(report, due_on, overdue) ?? '–'),
    })),
  };
};
