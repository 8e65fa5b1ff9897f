import { evidenceDetails, reportedSides, reportLocales } from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { ReportTemplate } from '../../../../server/report-templates/contract.ts';
import { t } from '../../../words.ts';
import { nameLocale } from './locale-words.ts';

type Choice = {
  field: 'sanitised' | 'commands' | 'plans' | 'side' | 'evidence' | 'locale' | 'time_zone';
  options: readonly { value: string; label: string }[];
};

const label = <Value extends string>(values: readonly Value[], name: (value: Value) => string) =>
  values.map((value) => ({ value, label: name(value) }));

/** Options of a report; keeps a time zone unknown to this browser. */
export function listOptionChoices(timeZone: string): readonly Choice[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), timeZone]);
  return [
    {
      field: 'sanitised',
      options: label(['no', 'yes'] as const, (sanitised) =>
        t(`report_sections.version.${sanitised === 'yes' ? 'sanitised' : 'full'}`),
      ),
    },
    { field: 'side', options: label(reportedSides, (side) => t(`report_sections.side.${side}`)) },
    {
      field: 'commands',
      options: label(['yes', 'no'] as const, (shown) => t(`mission_report.commands.${shown}`)),
    },
    {
      field: 'plans',
      options: label(['yes', 'no'] as const, (shown) => t(`mission_report.plans.${shown}`)),
    },
    { field: 'evidence', options: label(evidenceDetails, (detail) => t(`report_sections.detail.${detail}`)) },
    { field: 'locale', options: label(reportLocales, nameLocale) },
    { field: 'time_zone', options: label([...zones], (zone) => zone.replaceAll('_', ' ')) },
  ];
}

/** Label of an option's value; an unknown template has been deleted. */
export function nameChoice(
  field: string,
  value: string,
  templates: readonly Pick<ReportTemplate, 'id' | 'name'>[],
): string {
  const choices =
    field === 'template'
      ? listTemplateChoices(templates)
      : (listOptionChoices(value).find((choice) => choice.field === field)?.options ?? []);
  const name = choices.find((choice) => choice.value === value)?.label;
  return name ?? (field === 'template' ? t('mission_report.deleted_template') : toVisibleText(value));
}

/** Templates for the Word document; the report's own is listed even before the list has loaded. */
export function listTemplateChoices(
  templates: readonly Pick<ReportTemplate, 'id' | 'name'>[],
  chosen: Report['template'] = null,
): { value: string; label: string }[] {
  const names = new Map(templates.map(({ id, name }) => [id, name]));
  if (chosen !== null && chosen.id !== null) names.set(chosen.id, chosen.name);
  return [
    { value: '', label: t('mission_report.own_template') },
    ...[...names].map(([value, name]) => ({ value, label: toVisibleText(name) })),
  ];
}
