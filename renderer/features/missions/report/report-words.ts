import { type Icon, IconCertificate, IconPencil } from '@tabler/icons-react';
import {
  defaultReportOptions,
  type ReportLocale,
  type ReportPart,
  type ReportStatus,
  reportLocales,
} from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { Tone } from '../../../ui/badges/status-badge.tsx';
import { getLocale, t } from '../../../words.ts';
import { nameLocale } from './locale-words.ts';

export const statusLook: Readonly<Record<ReportStatus, { icon: Icon; tone: Tone }>> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  issued: { icon: IconCertificate, tone: 'strong' },
};

export function describeParts(parts: readonly ReportPart[]): string {
  return parts.map((part) => t(`mission_report.part.${part}`)).join('; ');
}

/** The default locale of a new report, from the person's language. */
export function chooseLocale(): ReportLocale {
  const language = getLocale().split('-')[0] ?? '';
  const ofLanguage = reportLocales.filter((locale) => locale.startsWith(`${language}-`));
  return ofLanguage.find((locale) => locale === getLocale()) ?? ofLanguage[0] ?? defaultReportOptions.locale;
}

/** Whether a draft uses Damson's own template because its chosen one was deleted. */
export function hasLostTemplate({ status, template }: Pick<Report, 'status' | 'template'>): boolean {
  return status === 'draft' && template !== null && template.id === null;
}

/** The options of a report in one line. */
export function describeOptions({ options, template }: Pick<Report, 'options' | 'template'>): string {
  return [
    options.classification === null
      ? t('mission_report.chosen.no_classification')
      : toVisibleText(options.classification),
    ...(options.sanitised ? [t('report_sections.version.in_line')] : []),
    t(`mission_report.chosen.side.${options.side}`),
    t(`mission_report.chosen.commands.${options.commands ? 'yes' : 'no'}`),
    t(`mission_report.chosen.evidence.${options.evidence}`),
    nameLocale(options.locale),
    options.time_zone,
    ...(template === null || template.id === null
      ? []
      : [t('mission_report.chosen.template', { template: toVisibleText(template.name) })]),
  ].join(' · ');
}
