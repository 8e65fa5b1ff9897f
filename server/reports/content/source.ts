import { createWording, type Wording } from '../dates.ts';
import type { ReportModel, ReportTest } from '../model.ts';

/** Input of every part of a report, in every format. */
export type Source = {
  model: ReportModel;
  wording: Wording;
  /** Of all scenarios, in their order. */
  tests: readonly ReportTest[];
};

/** Takes a model, returns it with what the parts of its report share. */
export function openSource(model: ReportModel): Source {
  return {
    model,
    wording: createWording(model.report.language ?? 'en', model.report.options),
    tests: model.scenarios.flatMap(({ tests }) => tests),
  };
}
