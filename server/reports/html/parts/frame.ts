import { remediationStatuses } from '../../../../domain/remediations.ts';
import { memberHintName, priorityName, remediationStatusName } from '../../../../domain/words.ts';
import { listControl, listScope, strengthWords } from '../../content/document.ts';
import {
  countStates,
  describeDue,
  describeUnresolved,
  listUnresolved,
  nameOwner,
} from '../../content/remediations.ts';
import { writeName, writePriority } from '../marks.ts';
import { html } from '../markup.ts';
import { writeFields, writeProse, writeTable } from '../prose.ts';
import { joinParts, type Part, writeFieldsOf, writeWords } from '../report.ts';

export const control: Part = (report) => writeFieldsOf(report, listControl(report));

export const people: Part = ({ model: { mission } }) =>
  mission.members.length === 0
    ? null
    : writeTable(
        ['Name', 'Part in the exercise'],
        mission.members.map(({ name, role_hint }) => [writeName(name), memberHintName[role_hint]]),
        { caption: 'People' },
      );

export const scope: Part = (report) => {
  const { description } = report.model.mission;
  return joinParts(
    description === null ? null : writeProse(description),
    writeFieldsOf(report, listScope(report)),
  );
};

export const gaps: Part = (report) => {
  const { model, nameTest } = report;
  return model.gaps.length === 0
    ? null
    : html`<ol class="gaps">${model.gaps.map(
        ({ test, techniques, severity, remediation }) =>
          html`<li><p class="gap-name">${nameTest(test)}</p>${
            techniques.length > 0 &&
            html`<p class="quiet">${techniques.map(({ external_id, name }, index) => html`${index > 0 && '; '}${external_id} ${writeName(name)}`)}${severity !== null && `; expected at least as ${severity}`}</p>`
          }${
            remediation === null
              ? html`<p>No remediation is planned yet.</p>`
              : html`<p dir="auto">${remediation.title}</p>${writeFields([
                  ['Priority', writePriority(remediation.priority)],
                  ['Owner', writeWords(report, nameOwner(remediation.owner))],
                  ['Due', writeWords(report, describeDue(report, remediation.due_on) ?? 'No day is set')],
                ])}`
          }</li>`,
      )}</ol>`;
};

export const strengths: Part = ({ model, wording }) =>
  model.strengths.length === 0
    ? null
    : html`<p>${strengthWords}</p>${writeTable(
        ['Technique', { name: 'Tests', kind: 'number' }, 'Seen by'],
        model.strengths.map(({ technique, tests, tools }) => [
          html`<b>${technique.external_id}</b> ${writeName(technique.name)}`,
          wording.number(tests),
          tools.map((name, index) => html`${index > 0 && ', '}${writeName(name)}`),
        ]),
        { caption: 'Strengths' },
      )}`;

export const remediationStatus: Part = (report) => {
  const { model, wording } = report;
  if (model.remediations.length === 0) return null;
  const open = listUnresolved(report);
  return html`<p>${writeWords(report, describeUnresolved(report))}</p>${writeTable(
    [
      'Priority',
      ...remediationStatuses.map((status) => ({
        name: remediationStatusName[status],
        kind: 'number' as const,
      })),
    ],
    countStates(report).map(({ priority, counts }) => [
      priorityName[priority],
      ...remediationStatuses.map((status) => (counts[status] === 0 ? '–' : wording.number(counts[status]))),
    ]),
    { caption: 'Remediations by priority and state' },
  )}${
    open.length > 0 &&
    writeTable(
      [
        'To be done',
        { name: 'Priority', kind: 'word' },
        { name: 'State', kind: 'word' },
        'Owner',
        { name: 'Due', kind: 'narrow' },
      ],
      open.map(({ title, priority, status, owner, due_on, overdue }) => [
        writeName(title),
        writePriority(priority),
        remediationStatusName[status],
        owner === null ? '–' : writeName(owner),
        writeWords(report, describeDue(report, due_on, overdue) ?? '–'),
      ]),
      { caption: 'Remediations to be done' },
    )
  }`;
};
