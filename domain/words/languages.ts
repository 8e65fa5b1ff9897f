/** The supported languages, English first. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Names of the languages, each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** Stretched and accented English: shows layouts that lack room, and texts that are missing from the catalogue. */
export const pseudoLanguage = 'xx';

/** Takes language tags (BCP 47), the preferred first; returns the first supported language among them, or English. */
export function pickLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const spoken = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (spoken !== undefined) return spoken;
  }
  return 'en';
}
