import type { Db } from '../../database/database.ts';
import type { Principal } from '../../permissions.ts';
import { beginning, readPosition } from '../activity/position.ts';
import type { Follower, Room, Stream } from './room.ts';
import { countFindingWrites, countNoticeWrites } from './signs.ts';

/** A follower of a room who has been told nothing after `since`. */
export function makeFollower(
  db: Db,
  room: Room,
  { user, stream, since }: { user: Principal; stream: Stream; since: string | undefined },
): Follower {
  return {
    room,
    user,
    stream,
    position: since === undefined ? beginning : readPosition(since),
    judged: null,
    toldPeople: room.people.isEmpty ? room.people.version : -1,
    toldNotices: countNoticeWrites(db),
    unread: null,
    toldFindings: countFindingWrites(db),
    findings: null,
    toldEarlier: room.earlierVersion,
    told: {},
    isOver: false,
    isTelling: false,
    again: false,
  };
}
