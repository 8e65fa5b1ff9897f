/** How close the lines of a person's tables stand. Null until they choose. */
export const density = {
  version: 50,
  name: '050-density',
  statements: ["alter table users add column density text check (density in ('compact', 'comfortable'))"],
};
