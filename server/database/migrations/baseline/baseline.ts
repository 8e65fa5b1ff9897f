import type { Migration } from '../migration.ts';
import { accounts } from './accounts.ts';
import { c2 } from './c2.ts';
import { catalogue } from './catalogue.ts';
import { engagements } from './engagements.ts';
import { history } from './history.ts';
import { imports } from './imports.ts';
import { missions } from './missions.ts';
import { observations } from './observations.ts';
import { organisations } from './organisations.ts';
import { remediations } from './remediations.ts';
import { reports } from './reports.ts';
import { templates } from './templates.ts';

/**
 * Schema that databases begin with, all at once; tables come after those that they refer to. Its number is that of the last step that it
 * stands for: a database that went through them has the same tables, with columns in another order.
 */
export const baseline: Migration = {
  version: 40,
  name: '040-baseline',
  statements: [
    ...accounts,
    ...catalogue,
    ...templates,
    ...organisations,
    ...missions,
    ...engagements,
    ...c2,
    ...observations,
    ...remediations,
    ...reports,
    ...imports,
    ...history,
  ],
};
