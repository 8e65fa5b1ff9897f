/** The languages that Damson speaks, English first. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Names of the languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** Stretched and accented English: shows where a layout has no room, and what stands outside of the catalogue. */
export const pseudoLanguage = 'xx';

/** Takes language tags (BCP 47), the preferred first; returns the first language among them that there is, or English. */
export function pickLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const spoken = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (spoken !== undefined) return spoken;
  }
  return 'en';
}
