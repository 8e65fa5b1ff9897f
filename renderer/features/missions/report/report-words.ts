import { type Icon, IconCertificate, IconPencil } from '@tabler/icons-react';
import type {
  ReportFormat,
  ReportKind,
  ReportLocale,
  ReportPart,
  ReportStatus,
} from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { Tone } from '../../../ui/badges/status-badge.tsx';
import { getLocale, t } from '../../../words.ts';

/** What a kind is called where the regulation is named beside it. */
export function nameShortly(kind: ReportKind): string {
  return t(`mission_report.kind_short.${kind}`);
}

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

/** What a report is made from in Word unless somebody has chosen a template. */
export const ownTemplateName = () => t('mission_report.damson_s_own');

/** Whether a draft is made from Damson's own template because the one that it had was deleted. */
export function hasLostTemplate({ status, template }: Pick<Report, 'status' | 'template'>): boolean {
  return status === 'draft' && template !== null && template.id === null;
}

/** The options of a report in a line. */
export function describeOptions({ options, template }: Pick<Report, 'options' | 'template'>): string {
  const word =
    template === null || template.id === null
      ? []
      : [t('mission_report.word_from_name', { name: toVisibleText(template.name) })];
  return [
    options.classification === null
      ? t('mission_report.no_classification')
      : toVisibleText(options.classification),
    t(`mission_report.side.${options.side}`),
    options.commands ? t('mission_report.with_commands') : t('mission_report.without_commands'),
    t('mission_report.evidence_evidence_name', {
      evidence_name: t(`mission_report.detail.${options.evidence}`),
    }),
    nameLocale(options.locale),
    options.time_zone,
    ...word,
  ]
    .map((part, index) => (index === 1 || index === 3 ? part.toLowerCase() : part))
    .join(' · ');
}

/** What the file of a format is good for. */
export const formatName = (): Readonly<Record<ReportFormat, { name: string; use: string }>> => ({
  html: { name: t('mission_report.html'), use: t('mission_report.one_file_for_any_browser') },
  pdf: { name: t('mission_report.pdf'), use: t('mission_report.to_print_and_to_hand_over') },
  docx: { name: t('mission_report.word'), use: t('mission_report.to_edit_further') },
  xlsx: { name: t('mission_report.excel'), use: t('mission_report.tests_facts_remediations') },
  csv: { name: t('mission_report.csv'), use: t('mission_report.tables_for_other_programs') },
  json: { name: t('mission_report.json'), use: t('mission_report.the_model_for_programs') },
});
