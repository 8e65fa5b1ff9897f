import type { ReportLocale } from '../../../../domain/reports.ts';
import { pickLanguage } from '../../../../domain/words/languages.ts';
import { getLocale, t } from '../../../words.ts';

/** The language of a report; for a locale in an unsupported language, English with the locale's dates and numbers. */
export function nameLocale(locale: ReportLocale): string {
  const [language, place = ''] = locale.split('-');
  if (pickLanguage([locale]) === language) {
    return new Intl.DisplayNames(getLocale(), { type: 'language' }).of(locale) ?? locale;
  }
  const region = new Intl.DisplayNames(getLocale(), { type: 'region' }).of(place) ?? place;
  return t('report_sections.english_with_dates_of', { place: region });
}
