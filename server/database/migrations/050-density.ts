/** Row height of a person's tables. Null until they choose. */
export const density = {
  version: 50,
  name: '050-density',
  statements: ["alter table users add column density text check (density in ('compact', 'comfortable'))"],
};
