import type { Language } from '../../../domain/words/languages.ts';

/** Damson's own templates by language, used by default. */
export const ownTemplates: Readonly<Record<Language, URL>> = {
  en: new URL('../../../resources/report-template.docx', import.meta.url),
  de: new URL('../../../resources/report-template.de.docx', import.meta.url),
  fr: new URL('../../../resources/report-template.fr.docx', import.meta.url),
};
