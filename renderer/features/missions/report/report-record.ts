import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type ReportKind, reportKinds, reportSections } from '../../../../domain/reports.ts';
import { type Withholding, withholdingFields } from '../../../../domain/withheld.ts';
import type { Report, ReportPatch } from '../../../../server/missions/reports/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { renewMission } from '../../../api/missions/missions.ts';
import {
  getKnownReport,
  type ReportRef,
  readReportAnew,
  renewReport,
  writeReport,
} from '../../../api/reports.ts';
import type { FieldKind } from '../../../ui/record/conflict-dialog.tsx';
import type { FieldWriter, Value } from '../../../ui/record/field-writer.ts';
import { sayLeftBehind } from '../../../ui/record/say-left-behind.tsx';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';
import { t } from '../../../words.ts';
import { toEntries, toLines } from './withheld-lists.ts';

/** A field by its name in the history: the title, an option, or the text of a section. */
export type TextField = `${string}_text`;
export type OptionField =
  | 'classification'
  | 'commands'
  | 'plans'
  | 'side'
  | 'evidence'
  | 'locale'
  | 'time_zone'
  | 'template'
  | 'sanitised'
  | keyof Withholding;
export type ReportField = 'title' | OptionField | TextField;
export type ReportWriter = FieldWriter<ReportField>;
export type ReportValues = Readonly<Record<ReportField, Value>>;

export const toTextField = (sectionKey: string): TextField => `${sectionKey}_text`;

const isText = (field: ReportField): field is TextField => field.endsWith('_text');

/** A list is edited as lines. */
const isList = (field: ReportField): field is keyof Withholding =>
  withholdingFields.some((list) => list === field);

const optionName = (): Readonly<Record<'title' | OptionField, string>> => ({
  title: t('report_sections.field.title'),
  classification: t('report_sections.field.classification'),
  commands: t('report_sections.field.commands'),
  plans: t('report_sections.field.plans'),
  side: t('report_sections.field.side'),
  evidence: t('shared.evidence'),
  locale: t('report_sections.field.locale'),
  time_zone: t('report_sections.field.time_zone'),
  template: t('report_sections.field.template'),
  sanitised: t('report_sections.field.sanitised'),
  withheld_words: t('report_sections.field.withheld_words'),
  withheld_fields: t('report_sections.field.withheld_fields'),
  left_words: t('report_sections.field.left_words'),
  known_words: t('report_sections.field.known_words'),
  released_files: t('report_sections.field.released_files'),
});

/** The sections of a kind that have a text by the lead. */
export const listWritten = (kind: ReportKind) => reportSections[kind].filter(({ hint }) => hint !== null);

/** Labels of the fields of this kind of report, as on its page. */
export function nameFields(kind: ReportKind): Readonly<Record<ReportField, string>> {
  const texts = listWritten(kind).map(({ key, title }) => [
    toTextField(key),
    t(`report_sections.title.${title}`),
  ]);
  return { ...optionName(), ...Object.fromEntries(texts) };
}

/** Labels of the fields independent of the kind: a section with several titles gets a common one. */
export function reportFieldNames(): Partial<Record<string, string>> {
  const names: Partial<Record<string, string>> = {};
  for (const kind of reportKinds) {
    for (const [field, name] of Object.entries(nameFields(kind))) {
      const isOther = names[field] !== undefined && names[field] !== name;
      names[field] = isOther ? nameCommonText(field) : name;
    }
  }
  return names;
}

/** Sections whose titles differ by kind. */
const commonTexts = ['causes', 'scenarios', 'flags', 'purple', 'lessons', 'plan'] as const;

function nameCommonText(field: string): string {
  const key = commonTexts.find((one) => toTextField(one) === field);
  return key === undefined ? field : t(`report_sections.common_text.${key}`);
}

/** Comparison of the fields of a report of this kind. */
export function listFieldKinds(kind: ReportKind): Readonly<Record<ReportField, FieldKind>> {
  return Object.fromEntries(
    Object.keys(nameFields(kind)).map((field) => [field, toKind(field as ReportField)]),
  ) as Record<ReportField, FieldKind>;
}

function toKind(field: ReportField): FieldKind {
  if (isText(field) || isList(field)) return 'text';
  return field === 'title' || field === 'classification' ? 'line' : 'choice';
}

export function toValues({ kind, title, options, texts }: Report): ReportValues {
  const written = listWritten(kind).map(({ key }) => [toTextField(key), texts[key] ?? null]);
  const { template_id: template, ...rest } = options;
  return {
    ...rest,
    title,
    template,
    commands: options.commands ? 'yes' : 'no',
    plans: options.plans ? 'yes' : 'no',
    sanitised: options.sanitised ? 'yes' : 'no',
    ...Object.fromEntries(withholdingFields.map((list) => [list, toLines(options[list])])),
    ...Object.fromEntries(written),
  };
}

const toVersion = (report: Report) => ({ version: report.updated_at, values: toValues(report) });

function toPatch(field: ReportField, value: Value): ReportPatch {
  if (field === 'title') return { title: value ?? '' };
  if (isText(field)) return { texts: { [field.slice(0, -'_text'.length)]: value ?? '' } };
  if (field === 'template') return { options: { template_id: value || null } };
  if (isList(field)) return { options: { [field]: toEntries(value) } };
  const isSwitch = field === 'commands' || field === 'plans' || field === 'sanitised';
  return { options: { [field]: isSwitch ? value === 'yes' : value } };
}

/** Saves the fields of a draft separately. */
export function useReportWriter(ref: ReportRef): ReportWriter {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useFieldWriter<ReportField>(`report.${ref.id}`, {
    known: () => {
      const report = getKnownReport(queryClient, ref.id);
      return report && toVersion(report);
    },
    read: async () => toVersion(await readReportAnew(queryClient, ref)),
    write: async (field, value, version) => {
      try {
        return toValues(await writeReport(queryClient, ref, toPatch(field, value), version))[field];
      } catch (error) {
        // The report's page then offers to copy the typed text.
        if (error instanceof ApiError && error.code === 'archived') renewMission(queryClient, ref.mission_id);
        if (error instanceof ApiError && error.code === 'report_issued') renewReport(queryClient, ref);
        throw error;
      }
    },
    onLeftBehind: (fields) => {
      const report = getKnownReport(queryClient, ref.id);
      if (report === undefined) return;
      const names = nameFields(report.kind);
      sayLeftBehind({
        id: `left ${ref.id}`,
        record: report.title,
        fields: fields.map((field) => names[field] ?? field),
        onOpen: () => void navigate(toReportPath(ref)),
      });
    },
  });
}

export const toReportPath = ({ id, mission_id }: ReportRef): string =>
  `/missions/${mission_id}/reports/${id}`;

/** Labels and comparisons of the fields, computed once. */
export function useFieldWords(kind: ReportKind | undefined) {
  return useMemo(
    () => ({ names: nameFields(kind ?? 'technical'), kinds: listFieldKinds(kind ?? 'technical') }),
    [kind],
  );
}
