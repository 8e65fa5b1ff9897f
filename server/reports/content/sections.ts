import { type ReportKind, type ReportPart, reportSections } from '../../../domain/reports.ts';
import type { ReportModel } from '../model.ts';
import type { Source } from './source.ts';

/** A section as a reader sees it: an appendix has a letter. */
export type Section = ReportModel['sections'][number] & { number: string; heading: string };

const appendices = ['all_tests', 'evidence', 'tools', 'history'] as const;

/**
 * Takes the source of a report, returns its sections in order. Leaves out sightings where there are none, and, unless an authority
 * requires them, empty sections and comparisons without anything to compare.
 */
export function numberSections({ model, wording: { t } }: Source): Section[] {
  const { sections, report } = model;
  const says = (part: ReportPart) => {
    if (isSilent(part, model)) return false;
    if (report.options.side === 'red') return true;
    if (part === 'change') return model.change !== null;
    return (part !== 'noticed' && part !== 'sightings') || (model.sightings?.items.length ?? 0) > 0;
  };
  const given = sections.map((section) => ({
    ...section,
    parts: section.parts.filter((part) => !isSilent(part, model)),
  }));
  const shown = given.filter(
    ({ key, text, parts }) =>
      (isPrescribed(report.kind) && key !== 'sightings') || parts.some(says) || isWritten(text),
  );
  let [numbers, letters] = [0, 0];
  return shown.map((section) => {
    const appendix = findAppendix(report.kind, section.key);
    if (appendix === undefined) {
      numbers += 1;
      return { ...section, number: String(numbers), heading: section.title };
    }
    letters += 1;
    return {
      ...section,
      number: String.fromCharCode(64 + letters),
      heading: t(`report_sections.appendix.${appendix}`),
    };
  });
}

function findAppendix(kind: ReportKind, key: string): (typeof appendices)[number] | undefined {
  const title = reportSections[kind].find((section) => section.key === key)?.title;
  return appendices.find((appendix) => appendix === title);
}

/** Whether a part has nothing from the record beside the lead's text. */
function isSilent(part: ReportPart, { tlpt }: ReportModel): boolean {
  if (part === 'topics') return !tlpt?.red_topics && !tlpt?.blue_topics;
  return part === 'feedback' && !tlpt?.red_feedback && !tlpt?.blue_feedback && !tlpt?.control_feedback;
}

/** Takes a section, returns what it says without any text or parts; null if it has some. */
export function describeUnstated(
  { key, text, parts }: Pick<Section, 'key' | 'text' | 'parts'>,
  { model, wording: { t } }: Source,
): string | null {
  if (isWritten(text) || parts.length > 0) return null;
  const hasRisks = model.remediations.some(({ risk_if_not_done: risk }) => isWritten(risk));
  return t(key === 'risks' && hasRisks ? 'reports.risks_in_plan' : 'reports.nothing_stated');
}

function isPrescribed(kind: ReportKind): boolean {
  return kind.startsWith('dora_');
}

/** Whether the sentences that Damson drafts introduce a section already. */
export function isDraftedIn({ sections }: ReportModel, key: string): boolean {
  return sections.some((section) => section.key === key && section.drafted === true);
}

/** Whether a text was written. */
export function isWritten(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
