import { createWording, type Wording } from '../dates.ts';
import type { ReportModel, ReportTest } from '../model.ts';

/** Input of every part of a report, in every format. */
export type Source = {
  model: ReportModel;
  wording: Wording;
  /** The tests of all scenarios, in order. */
  tests: readonly ReportTest[];
};

/** Takes a model, returns it with data shared by the parts of its report. */
export function openSource(model: ReportModel): Source {
  return {
    model,
    wording: createWording(model.report.language ?? 'en', model.report.options),
    tests: model.scenarios.flatMap(({ tests }) => tests),
  };
}
