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
 * Initial schema of a database, created in one step; tables come after those they refer to. Its number is that of the last
 * migration it replaces: a database that applied those has the same tables, with columns in another order.
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
