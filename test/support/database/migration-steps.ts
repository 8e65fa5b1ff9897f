import type { Migration } from '../../../server/database/migrations/migration.ts';
import { migrations } from '../../../server/database/migrations/migrations.ts';

/** A made-up first schema. */
export const firstStep: Migration = {
  version: 1,
  name: '001-plums',
  statements: [
    'create table trees (id integer primary key not null, name text not null)',
    'create table plums (id integer primary key not null, tree_id integer not null references trees (id))',
    "insert into trees (id, name) values (1, 'damson'), (2, 'mirabelle')",
    'insert into plums (id, tree_id) values (1, 1), (2, 1), (3, 2)',
  ],
};

/** Two more steps, the first of which rebuilds a referenced table; `here()` marks where a test may kill it. */
export const stepsForward: readonly Migration[] = [
  firstStep,
  {
    version: 2,
    name: '002-rebuilt',
    statements: [
      "select here('before')",
      'create table new_trees (id integer primary key not null, name text not null unique, height integer)',
      'insert into new_trees (id, name) select id, name from trees',
      "select here('between')",
      'drop table trees',
      'alter table new_trees rename to trees',
    ],
  },
  {
    version: 3,
    name: '003-seeds',
    statements: [
      'alter table plums add column seed text',
      "update plums set seed = 'stone'",
      "select here('at the end')",
    ],
  },
];

const next = migrations.at(-1)!.version + 1;

/** A made-up step after the existing ones. */
export const nextStep: Migration = {
  version: next,
  name: `${String(next).padStart(3, '0')}-made-up`,
  statements: [
    'create table made_up (id text primary key not null)',
    'alter table instance add column made_up text',
  ],
};
