import { type ReportKind, type ReportOptions, reportSections } from '../../../domain/reports.ts';
import { DomainError, refuseFields } from '../../errors.ts';
import type { Report } from './contract.ts';

type Texts = Readonly<Record<string, string>>;

/** The keys of the sections of a kind that something is written for, in order. */
export function listWrittenKeys(kind: ReportKind): string[] {
  return reportSections[kind].filter(({ hint }) => hint !== null).map(({ key }) => key);
}

/** Refuses (`invalid` at `texts.<key>`) texts that belong to no section of the kind, or to one that nothing is written for. */
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

/** Takes the texts of a report and those that were sent, returns what it has then: an empty one goes. */
export function followTexts(present: Texts, sent: Texts = {}): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...present, ...sent }).filter(([, text]) => text !== ''));
}

type Sent<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Takes the options of a report and those that were sent, returns what it has then. */
export function followOptions(present: ReportOptions, sent: Sent<ReportOptions> = {}): ReportOptions {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...present, ...Object.fromEntries(given) };
}

/** Refuses `report_issued`: what was issued never changes. */
export function refuseIssued({ status }: { status: string }): void {
  if (status !== 'issued') return;
  throw new DomainError('report_issued', "The report was issued and can't be changed or deleted");
}

/** Written fields of a report in the history: each text as a field of its own. */
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
