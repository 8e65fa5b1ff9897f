import { describeRate } from '../../../../domain/charts/figure-words.ts';
import { remediationStatusName, toolKindName } from '../../../../domain/words.ts';
import {
  describeFiles,
  historyWords,
  listFiles,
  listHistory,
  nameUploader,
  toolWords,
  writeProof,
} from '../../content/document.ts';
import { listPlan } from '../../content/remediations.ts';
import { writeName, writePriority, writeSide } from '../marks.ts';
import { html } from '../markup.ts';
import { writeTable } from '../prose.ts';
import { type Part, writeFieldsOf, writeWords } from '../report.ts';

export const remediationPlan: Part = (report) => {
  const { remediations } = report.model;
  if (remediations.length === 0) return null;
  return html`${remediations.map(
    (one, index) =>
      html`<article class="measure"><h4>${index + 1} ${writeName(one.title)}</h4><p class="marks">${writePriority(one.priority)}<span>${remediationStatusName[one.status]}</span></p>${writeFieldsOf(report, listPlan(report, one))}</article>`,
  )}`;
};

export const evidence: Part = (report) => {
  const { wording } = report;
  const files = listFiles(report);
  if (files.length === 0) return null;
  return html`<p>${writeWords(report, describeFiles(files, report))}</p>${writeTable(
    [
      { name: 'Test', kind: 'narrow' },
      'Side',
      { name: 'File', kind: 'wide' },
      { name: 'Size', kind: 'number' },
      'Added',
    ],
    files.map(({ test, file }) => [
      html`${test.number}${test.closed_runs.length > 0 && html`<br><span class="quiet">run ${file.run_number}</span>`}`,
      writeSide(file.side),
      html`${writeName(file.file_name)}${file.caption !== null && html`<br><span class="kept" dir="auto">${file.caption}</span>`}<br><code class="digest">${file.sha256}</code>`,
      wording.size(file.size),
      html`${wording.time(file.uploaded_at)}<br><span class="quiet">${writeWords(report, nameUploader(file))}</span>`,
    ]),
    { caption: 'Evidence', isSmall: true },
  )}`;
};

export const tools: Part = ({ model }) => {
  if (model.tools.length === 0) return null;
  const figures = new Map(model.figures.by_tool.map(({ tool, ...rate }) => [tool.id, rate]));
  return html`<p>${toolWords}</p>${writeTable(
    ['Tool', 'Vendor', 'Kind', 'Saw something'],
    model.tools.map(({ id, name, vendor, kind, retired }) => {
      const rate = figures.get(id);
      return [
        html`${writeName(name)}${retired && html` <span class="quiet">retired</span>`}`,
        vendor !== null && writeName(vendor),
        toolKindName[kind],
        rate === undefined ? '–' : describeRate(rate),
      ];
    }),
    { caption: 'Tools of the defence' },
  )}`;
};

export const history: Part = (report) => {
  const { history: head } = report.model;
  if (head === null) return null;
  return html`<p>${historyWords.chain}</p>${writeFieldsOf(report, listHistory(head, report))}<p>${historyWords.proof}</p><pre>${writeProof(head)}</pre><p>${writeWords(report, historyWords.check)}</p>`;
};
