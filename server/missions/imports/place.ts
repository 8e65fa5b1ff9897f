import type { Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import type { Author } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import type { OpenMission } from '../heads.ts';

/** Finds an object of the mission by its source id. */
export type Find = (sourceId: string) => string | undefined;

export type MissionImport = {
  trx: Trx;
  now: Now;
  /** Null for the command. */
  user: Principal | null;
  by: Author;
  /** Yields, so that others can read in between. */
  pause: () => Promise<void>;
};

/** The target mission of an import, and the time of its writes. */
export type Place = { from: MissionImport; mission: OpenMission; isNew: boolean; time: string };
