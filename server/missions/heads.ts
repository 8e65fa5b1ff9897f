import type { MissionStatus, MissionVisibility } from '../../domain/missions.ts';

/** Viewer: an administrator sees every mission, others those they are members of. */
export type Viewer = { id: string; seesAll: boolean };

export type MissionHead = {
  id: string;
  status: MissionStatus;
  locked: 0 | 1 | null;
  sightings_visible_to_red: 0 | 1 | null;
  replay_opened: 0 | 1 | null;
  start_date: string | null;
  end_date: string | null;
  updated_at: string;
  last_change_at: string;
  outline_changed_at: string | null;
  tests: number;
  visibility: MissionVisibility | null;
};

declare const door: unique symbol;
/** A writable mission. Only `doors.ts` makes one, so the check can't be forgotten. */
export type OpenMission = MissionHead & { readonly [door]: 'open' };
/** A mission that may be deleted, even an archived one. */
export type DeletableMission = MissionHead & { readonly [door]: 'deletable' };
