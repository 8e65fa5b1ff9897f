import type { Insertable, Selectable } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { CatalogueTables } from './tables/catalogue.ts';
import type { EngagementTables } from './tables/engagements.ts';
import type { EvidenceTables } from './tables/evidence.ts';
import type { FindingTables } from './tables/findings.ts';
import type { InstallationTables } from './tables/installation.ts';
import type { ImportTables } from './tables/interchange.ts';
import type { MissionTables } from './tables/missions.ts';
import type { ReportTables } from './tables/reports.ts';
import type { TemplateTables } from './tables/templates.ts';

/**
 * The tables as stored by SQLite. Identifiers are UUIDv7 text, times ISO 8601 UTC text with milliseconds, dates YYYY-MM-DD,
 * booleans 0 or 1, and columns named `…_json` contain JSON text. Stores convert them to plain objects; 0|1 and JSON text never
 * leave a store.
 */
export interface Tables
  extends AccountTables,
    CatalogueTables,
    EngagementTables,
    EvidenceTables,
    FindingTables,
    InstallationTables,
    ImportTables,
    MissionTables,
    ReportTables,
    TemplateTables {}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
