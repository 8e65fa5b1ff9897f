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
import { writeName, writePriority } from '../marks.ts';
import { html } from '../markup.ts';
import { writeFields, writeProse, writeTable } from '../prose.ts';
import { joinParts, type Part, writeFieldsOf, writeWords } from '../report.ts';

export const control: Part = (report) => writeFieldsOf(report, listControl(report));

export const people: Part = ({ model: { mission }, wording: { t } }) =>
  mission.members.length === 0
    ? null
    : writeTable(
        [t('reports.name'), t('reports.part_in_exercise')],
        mission.members.map(({ name, role_hint }) => [writeName(name), t(`names.member_hint.${role_hint}`)]),
        { caption: t('reports.people') },
      );

export const scope: Part = (report) => {
  const { description } = report.model.mission;
  return joinParts(
    description === null ? null : writeProse(description),
    writeFieldsOf(report, listScope(report)),
  );
};

export const gaps: Part = (report) => {
  const { model, nameTest, wording } = report;
  const { t } = wording;
  return model.gaps.length === 0
    ? null
    : html`<ol class="gaps">${model.gaps.map((gap) => {
        const { test, techniques, severity, remediation, finding } = gap;
        const { why, state } = describeGap(gap, wording);
        const settled = listSettled(report, gap);
        return html`<li><p class="gap-name">${nameTest(test)}</p><p>${why} <span class="quiet">${state}</span></p>${
          finding != null && html`<p>${t('reports.finding.of_gap', { number: numberFinding(finding) })}</p>`
        }${
          techniques.length > 0 &&
          html`<p class="quiet">${techniques.map(({ external_id, name }, index) => html`${index > 0 && '; '}${external_id} ${writeName(name)}`)}${severity !== null && ['; ', t('reports.gap.severity', { severity: t(`reports.severity.${severity}`) })]}</p>`
        }${
          remediation === null
            ? settled.length > 0
              ? settled.map((one) => html`<p dir="auto">${writeWords(report, one)}</p>`)
              : html`<p>${t('reports.none_planned_sentence')}</p>`
            : html`<p dir="auto">${remediation.title}</p>${writeFields([
                [t('reports.priority'), writePriority(remediation.priority, wording)],
                [t('reports.owner'), writeWords(report, nameOwner(remediation.owner, wording))],
                [
                  t('reports.due'),
                  writeWords(report, describeDue(report, remediation.due_on) ?? t('reports.no_day')),
                ],
              ])}`
        }</li>`;
      })}</ol>`;
};

export const strengths: Part = ({ model, wording }) =>
  model.strengths.length === 0
    ? null
    : html`${!isDraftedIn(model, 'strengths') && html`<p>${wording.t('reports.strengths.intro')}</p>`}${writeTable(
        [
          wording.t('reports.technique'),
          { name: wording.t('reports.tests'), kind: 'number' },
          wording.t('reports.seen_by'),
        ],
        model.strengths.map(({ technique, tests, tools }) => [
          html`<b>${technique.external_id}</b> ${writeName(technique.name)}`,
          wording.number(tests),
          tools.map((name, index) => html`${index > 0 && ', '}${writeName(name)}`),
        ]),
        { caption: wording.t('reports.strengths') },
      )}`;

export const remediationStatus: Part = (report) => {
  const { model, wording } = report;
  const { t } = wording;
  if (model.remediations.length === 0) return null;
  const open = listUnresolved(report);
  return html`<p>${writeWords(report, describeUnresolved(report))}</p>${writeTable(
    [
      t('reports.priority'),
      ...remediationStatuses.map((status) => ({
        name: t(`names.remediation_status.${status}`),
        kind: 'number' as const,
      })),
    ],
    countStates(report).map(({ priority, counts }) => [
      t(`names.priority.${priority}`),
      ...remediationStatuses.map((status) => (counts[status] === 0 ? '–' : wording.number(counts[status]))),
    ]),
    { caption: t('reports.remediations.by_state') },
  )}${
    open.length > 0 &&
    writeTable(
      [
        t('reports.to_be_done'),
        { name: t('reports.priority'), kind: 'word' },
        { name: t('reports.state'), kind: 'word' },
        t('reports.owner'),
        { name: t('reports.due'), kind: 'word' },
      ],
      open.map(({ title, priority, status, owner, due_on, overdue }) => [
        writeName(title),
        writePriority(priority, wording),
        t(`names.remediation_status.${status}`),
        owner === null ? '–' : writeName(owner),
        writeWords(report, describeDue(report, due_on, overdue) ?? '–'),
      ]),
      { caption: t('reports.remediations.to_do') },
    )
  }`;
};
