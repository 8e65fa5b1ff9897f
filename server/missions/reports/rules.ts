import { type ReportKind, type ReportOptions, reportSections } from '../../../domain/reports.ts';
import { DomainError, refuseFields } from '../../errors.ts';
import type { Report } from './contract.ts';

type Texts = Readonly<Record<string, string>>;

/** The section keys of a kind that take a text, in order. */
export function listWrittenKeys(kind: ReportKind): string[] {
  return reportSections[kind].filter(({ hint }) => hint !== null).map(({ key }) => key);
}

/** Refuses (`invalid` at `texts.<key>`) texts outside the sections of the kind, or for a section that takes none. */
export function refuseUnknownTexts(kind: ReportKind, texts: Texts = {}): void {
  const known = new Set(listWrittenKeys(kind));
  const unknown = Object.keys(texts).filter((key) => !known.has(key));
  refuseFields(
    unknown.map((key) => ({
      path: `texts.${key}`,
      message: 'is not a written section of this kind of report',
    })),
  );
}

/** Takes the texts of a report and the sent ones, returns the new texts: an empty one is removed. */
export function followTexts(present: Texts, sent: Texts = {}): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...present, ...sent }).filter(([, text]) => text !== ''));
}

type Sent<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Takes the options of a report and the sent ones, returns the new options. */
export function followOptions(present: ReportOptions, sent: Sent<ReportOptions> = {}): ReportOptions {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...present, ...Object.fromEntries(given) };
}

/** Refuses `report_issued`: an issued report never changes. */
export function refuseIssued({ status }: { status: string }): void {
  if (status !== 'issued') return;
  throw new DomainError('report_issued', "The report was issued and can't be changed or deleted");
}

/** Written fields of a report in the history: each text as a separate field. */
export function toRecorded({
  kind,
  title,
  status,
  options,
  template,
  texts,
}: Report): Record<string, unknown> {
  const written = listWrittenKeys(kind).map((key) => [`${key}_text`, texts[key] ?? null]);
  const { template_id: _, ...rest } = options;
  const named = template && { id: template.id, name: template.name };
  return { kind, title, status, ...rest, template: named, ...Object.fromEntries(written) };
}
