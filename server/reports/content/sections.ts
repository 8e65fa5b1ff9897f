import type { ReportKind } from '../../../domain/reports.ts';
import type { ReportModel } from '../model.ts';

/** A section as a reader finds it: an appendix has a letter. */
export type Section = ReportModel['sections'][number] & { number: string; heading: string };

const appendix = /^Appendix: /;

/** Takes a model, returns its sections in their order, without those in which nothing is said, but where an authority asks for them. */
export function numberSections({ sections, report }: ReportModel): Section[] {
  const shown = sections.filter(
    ({ text, parts }) => isPrescribed(report.kind) || parts.length > 0 || isWritten(text),
  );
  let [numbers, letters] = [0, 0];
  return shown.map((section) => {
    if (!appendix.test(section.title)) {
      numbers += 1;
      return { ...section, number: String(numbers), heading: section.title };
    }
    letters += 1;
    const words = section.title.replace(appendix, '');
    return {
      ...section,
      number: String.fromCharCode(64 + letters),
      heading: words.charAt(0).toUpperCase() + words.slice(1),
    };
  });
}

function isPrescribed(kind: ReportKind): boolean {
  return kind.startsWith('dora_');
}

/** What is said of a section in which nothing is. */
export const nothingStated = 'Nothing is stated.';

/** Whether somebody has written something. */
export function isWritten(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
