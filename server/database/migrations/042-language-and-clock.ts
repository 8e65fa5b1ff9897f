/** A person's language, and a 12- or 24-hour clock. Null until they choose. */
export const languageAndClock = {
  version: 42,
  name: '042-language-and-clock',
  statements: [
    "alter table users add column language text check (language in ('browser', 'en', 'de', 'fr'))",
    "alter table users add column clock text check (clock in ('language', '12', '24'))",
  ],
};
