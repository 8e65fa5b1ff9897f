import { describeRate } from '../../../../domain/charts/figure-words.ts';
import {
  describeCheck,
  describeFiles,
  listFiles,
  listHistory,
  nameUploader,
  writeProof,
} from '../../content/document.ts';
import { describeDue, groupPlan, listPlan } from '../../content/remediations.ts';
import { toText } from '../../content/words.ts';
import { type Part, say, toCodes, toFields, toRich } from '../report.ts';

export const remediationPlan: Part = async (report) => {
  const { t } = report.wording;
  const groups = groupPlan(report);
  if (groups.length === 0) return null;
  const planned = groups.flatMap(({ title, remediations }) =>
    remediations.map((one, index) => ({ ...one, group: index === 0 ? title : null })),
  );
  return {
    remediations: planned.map(({ remediation: one, number, group }) => ({
      number: String(number),
      group,
      title: one.title,
      priority: t(`names.priority.${one.priority}`),
      status: t(`names.remediation_status.${one.status}`),
      shortcoming: toRich(one.shortcoming),
      root_cause: toRich(one.root_cause),
      measure: toRich(one.measure),
      risk_if_not_done: toRich(one.risk_if_not_done),
      owner: one.owner,
      due: say(describeDue(report, one.due_on, one.overdue)),
      fields: toFields(listPlan(report, one)),
    })),
  };
};

export const evidence: Part = async (report) => {
  const { wording } = report;
  const { t } = wording;
  const files = listFiles(report);
  if (files.length === 0) return null;
  return {
    intro: toText(describeFiles(files, report)),
    evidence: files.map(({ test, file }) => ({
      number: test.number,
      run: test.closed_runs.length > 0 ? t('reports.run', { run: file.run_number }) : null,
      side: t(`names.side.${file.side}`),
      file: file.file_name,
      caption: file.caption,
      size: wording.size(file.size),
      sha256: file.sha256,
      added: wording.time(file.uploaded_at),
      by: toText(nameUploader(file, wording)),
    })),
  };
};

export const tools: Part = async ({ model, wording }) => {
  const { t } = wording;
  if (model.tools.length === 0) return null;
  const saw = new Map(model.figures.by_tool.map((figure) => [figure.tool.id, figure]));
  return {
    intro: t('reports.tools.intro'),
    tools: model.tools.map(({ id, name, vendor, kind, retired }) => {
      const rate = saw.get(id);
      return {
        name: retired ? t('reports.tool.retired', { name }) : name,
        vendor,
        kind: t(`names.tool_kind.${kind}`),
        saw: wording.number(rate?.saw ?? 0),
        expected: rate === undefined || rate.N === 0 ? '–' : describeRate(rate, wording),
      };
    }),
  };
};

export const history: Part = async (report) => {
  const { history: head } = report.model;
  if (head === null) return null;
  const { t } = report.wording;
  return {
    intro: t('reports.history.chain'),
    fields: toFields(listHistory(head, report)),
    codes: toCodes([[t('reports.history.proof'), writeProof(head)]]),
    outro: toText(describeCheck(report.wording)),
  };
};
