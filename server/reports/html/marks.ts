import type { Severity } from '../../../domain/outcomes.ts';
import type { Priority } from '../../../domain/remediations.ts';
import type { Side } from '../../../domain/sides.ts';
import type { Source } from '../content/source.ts';
import { toOutcome } from '../content/tests.ts';
import type { Wording } from '../dates.ts';
import type { ReportTest } from '../model.ts';
import { type Html, html } from './markup.ts';

/** A name within a sentence or a cell, which keeps its own direction. */
export function writeName(name: string): Html {
  return html`<bdi>${name}</bdi>`;
}

/** Outcome of a run, with its colour, pattern and word. */
export function writeOutcome(
  run: Pick<ReportTest, 'status' | 'detection_level' | 'attack_result'>,
  { model, wording }: Source,
): Html {
  const { name, color } = toOutcome(run, model.report.options.side, wording);
  return color === null
    ? html`<span class="mark none">${name}</span>`
    : html`<span class="mark"><i class="${color}"></i>${name}</span>`;
}

/** Whether a test met its expectations; empty without any. */
export function writeVerdict(
  verdict: ReportTest['expectation_met'] | ReportTest['expectations'][number]['met'],
  { t }: Wording,
): Html | null {
  return verdict === null || verdict === 'none'
    ? null
    : html`<span class="verdict ${verdict}">${t(`names.verdict.${verdict}`)}</span>`;
}

export function writePriority(priority: Priority, { t }: Wording): Html {
  return html`<span class="priority ${priority}">${t(`names.priority.${priority}`)}</span>`;
}

/** A severity has the look of a priority. */
export function writeSeverity(severity: Severity, { t }: Wording): Html {
  return html`<span class="priority ${severity}">${t(`names.severity.${severity}`)}</span>`;
}

export function writeSide(side: Side, { t }: Wording): Html {
  return html`<span class="side-mark ${side}">${t(`names.side.${side}`)}</span>`;
}

/** A result with its word and a sign that identifies it without colour. */
export function writeResult(result: ReportTest['facts'][number]['result'], { t }: Wording): Html {
  return html`<span class="result ${result}">${t(`names.fact_result.${result}`)}</span>`;
}

/** Techniques by number and name. */
export function writeTechniques(techniques: readonly { external_id: string; name: string }[]): Html {
  return html`${techniques.map(
    ({ external_id, name }) => html`<span class="technique"><b>${external_id}</b> ${writeName(name)}</span>`,
  )}`;
}
