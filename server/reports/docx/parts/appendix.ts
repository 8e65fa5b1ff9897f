import { describeRate } from '../../../../domain/charts/figure-words.ts';
import { priorityName, remediationStatusName, sideName, toolKindName } from '../../../../domain/words.ts';
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
import { toText } from '../../content/words.ts';
import { type Part, toCodes, toFields } from '../report.ts';

export const remediationPlan: Part = async (report) => {
  const { remediations } = report.model;
  if (remediations.length === 0) return null;
  return {
    remediations: remediations.map((one, index) => ({
      number: String(index + 1),
      title: one.title,
      priority: priorityName[one.priority],
      status: remediationStatusName[one.status],
      fields: toFields(listPlan(report, one)),
    })),
  };
};

export const evidence: Part = async (report) => {
  const { wording } = report;
  const files = listFiles(report);
  if (files.length === 0) return null;
  return {
    intro: toText(describeFiles(files, report)),
    evidence: files.map(({ test, file }) => ({
      number: test.number,
      run: test.closed_runs.length > 0 ? `run ${file.run_number}` : null,
      side: sideName[file.side],
      file: file.file_name,
      caption: file.caption,
      size: wording.size(file.size),
      sha256: file.sha256,
      added: wording.time(file.uploaded_at),
      by: toText(nameUploader(file)),
    })),
  };
};

export const tools: Part = async ({ model }) => {
  if (model.tools.length === 0) return null;
  const saw = new Map(model.figures.by_tool.map(({ tool, ...rate }) => [tool.id, rate]));
  return {
    intro: toolWords,
    tools: model.tools.map(({ id, name, vendor, kind, retired }) => {
      const rate = saw.get(id);
      return {
        name: retired ? `${name} (retired)` : name,
        vendor,
        kind: toolKindName[kind],
        saw: rate === undefined ? '–' : describeRate(rate),
      };
    }),
  };
};

export const history: Part = async (report) => {
  const { history: head } = report.model;
  if (head === null) return null;
  return {
    intro: historyWords.chain,
    fields: toFields(listHistory(head, report)),
    codes: toCodes([[historyWords.proof, writeProof(head)]]),
    outro: toText(historyWords.check),
  };
};
