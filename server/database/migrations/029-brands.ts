/** What reports of an organisation look like: a picture of its own, a PNG or JPEG, and a colour. */
export const brandsSchema = {
  version: 29,
  name: '029-brands',
  statements: [
    `create table organisation_brands (
      organisation_id text primary key not null references organisations (id) on delete cascade,
      logo blob,
      accent text,
      updated_at text not null
    )`,
  ],
};
