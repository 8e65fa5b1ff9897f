/** How a person wants to be shown things; null: as everybody who has not said. */
export const preferences = {
  version: 17,
  name: '017-preferences',
  statements: [
    `alter table users add column theme text check (theme in ('system', 'light', 'dark'))`,
    `alter table users add column time_zone text check (time_zone in ('local', 'utc'))`,
  ],
};
