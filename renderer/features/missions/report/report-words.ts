import { type Icon, IconCertificate, IconPencil } from '@tabler/icons-react';
import {
  defaultReportOptions,
  type ReportLocale,
  type ReportPart,
  type ReportStatus,
  reportLocales,
} from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { pickLanguage } from '../../../../domain/words/languages.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { Tone } from '../../../ui/badges/status-badge.tsx';
import { getLocale, t } from '../../../words.ts';

export const statusLook: Readonly<Record<ReportStatus, { icon: Icon; tone: Tone }>> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  issued: { icon: IconCertificate, tone: 'strong' },
};

export function describeParts(parts: readonly ReportPart[]): string {
  return parts.map((part) => t(`mission_report.part.${part}`)).join('; ');
}

/** The language of a report; for a locale in an unsupported language, English with the locale's dates and numbers. */
export function nameLocale(locale: ReportLocale): string {
  const [language, place = ''] = locale.split('-');
  if (pickLanguage([locale]) === language) {
    return new Intl.DisplayNames(getLocale(), { type: 'language' }).of(locale) ?? locale;
  }
  const region = new Intl.DisplayNames(getLocale(), { type: 'region' }).of(place) ?? place;
  return t('mission_report.english_with_dates_of', { place: region });
}

/** The default locale of a new report: that of the person's language. */
export function chooseLocale(): ReportLocale {
  const language = getLocale().split('-')[0] ?? '';
  const ofLanguage = reportLocales.filter((locale) => locale.startsWith(`${language}-`));
  return ofLanguage.find((locale) => locale === getLocale()) ?? ofLanguage[0] ?? defaultReportOptions.locale;
}

/** Whether a draft uses Damson's own template because its previous one was deleted. */
export function hasLostTemplate({ status, template }: Pick<Report, 'status' | 'template'>): boolean {
  return status === 'draft' && template !== null && template.id === null;
}

/** The options of a report in one line. */
export function describeOptions({ options, template }: Pick<Report, 'options' | 'template'>): string {
  return [
    options.classification === null
      ? t('mission_report.chosen.no_classification')
      : toVisibleText(options.classification),
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
