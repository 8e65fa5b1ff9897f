import { missionsSchema } from './001-missions.ts';
import { engagementsSchema } from './002-engagements.ts';
import { positionsAndClients } from './003-positions-and-clients.ts';
import { c2ConfigurationsSchema } from './004-c2-configurations.ts';
import { sessionsSchema } from './005-sessions.ts';
import { organisationsSchema } from './006-organisations.ts';
import { secondFactorsSchema } from './007-second-factors.ts';
import { factsSchema } from './008-facts.ts';
import { historySchema } from './009-history.ts';
import { expectationsSchema } from './010-expectations.ts';
import { remediationsSchema } from './011-remediations.ts';
import { runsSchema } from './012-runs.ts';
import { historyIndexes } from './013-history-indexes.ts';
import { simulationFactsSchema } from './014-simulation-facts.ts';
import { verifiedRemediations } from './015-verified-remediations.ts';
import { testDetails } from './016-test-details.ts';
import { preferences } from './017-preferences.ts';
import { simulationEvidenceSchema } from './018-simulation-evidence.ts';
import { waitingSchema } from './019-waiting.ts';
import { testTables } from './020-test-tables.ts';
import { outlinesSchema } from './021-outlines.ts';
import { outputPartsSchema } from './022-output-parts.ts';
import { firstStepsSchema } from './023-first-steps.ts';
import { notificationsSchema } from './024-notifications.ts';
import { listOrders } from './025-list-orders.ts';
import { levelColoursSchema } from './026-level-colours.ts';
import { reportsSchema } from './027-reports.ts';
import { removedScenariosSchema } from './028-removed-scenarios.ts';
import { brandsSchema } from './029-brands.ts';
import { factSimulationEvidenceSchema } from './030-fact-simulation-evidence.ts';
import { reportTemplatesSchema } from './031-report-templates.ts';
import { importsSchema } from './032-imports.ts';
import { threatsSchema } from './033-threats.ts';
import { variableDefaultsSchema } from './034-variable-defaults.ts';
import { organisationNames } from './035-organisation-names.ts';
import { sealedRows } from './036-seals.ts';
import { importSlicesSchema } from './037-imports-in-slices.ts';
import { c2TaskConfigurations } from './038-c2-task-configurations.ts';
import { successorsSchema } from './039-successors.ts';
import { failedImportsSchema } from './040-imports-that-fail.ts';
import { sourcesByImportAndObject } from './041-sources-by-import-and-object.ts';

/** A statement for both databases, or for each its own where one cannot do what the other does. */
export type Statement = string | { sqlite: string; postgres: string };
export type Migration = { version: number; name: string; statements: readonly Statement[] };

export const migrations: readonly Migration[] = [
  missionsSchema,
  engagementsSchema,
  positionsAndClients,
  c2ConfigurationsSchema,
  sessionsSchema,
  organisationsSchema,
  secondFactorsSchema,
  factsSchema,
  historySchema,
  expectationsSchema,
  remediationsSchema,
  runsSchema,
  historyIndexes,
  simulationFactsSchema,
  verifiedRemediations,
  testDetails,
  preferences,
  simulationEvidenceSchema,
  waitingSchema,
  testTables,
  outlinesSchema,
  outputPartsSchema,
  firstStepsSchema,
  notificationsSchema,
  listOrders,
  levelColoursSchema,
  reportsSchema,
  removedScenariosSchema,
  brandsSchema,
  factSimulationEvidenceSchema,
  reportTemplatesSchema,
  importsSchema,
  threatsSchema,
  variableDefaultsSchema,
  organisationNames,
  sealedRows,
  importSlicesSchema,
  c2TaskConfigurations,
  successorsSchema,
  failedImportsSchema,
  sourcesByImportAndObject,
];
