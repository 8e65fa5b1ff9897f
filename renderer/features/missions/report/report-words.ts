import { type Icon, IconCertificate, IconPencil } from '@tabler/icons-react';
import type { ReportLocale, ReportPart, ReportStatus } from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
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

export function nameLocale(locale: ReportLocale): string {
  return new Intl.DisplayNames(getLocale(), { type: 'language' }).of(locale) ?? locale;
}

/** Whether a draft is made from Damson's own template because the one that it had was deleted. */
export function hasLostTemplate({ status, template }: Pick<Report, 'status' | 'template'>): boolean {
  return status === 'draft' && template !== null && template.id === null;
}

/** The options of a report in a line. */
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
