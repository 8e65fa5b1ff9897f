import { onCommit, onTold, tellOthers } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { inView, wholly } from '../../database/view.ts';
import type { Log } from '../../log.ts';
import { countUnread } from '../../notifications/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import { findEarlierMission } from '../figures/earlier-store.ts';
import type { Presence, Whereabouts } from '../presence/contract.ts';
import { People } from '../presence/register.ts';
import { viewOf } from '../visibility.ts';
import { judgeAccess, readRights } from './access.ts';
import { type LiveBounds, usualBounds } from './bounds.ts';
import type { EndReason, events } from './contract.ts';
import { makeFollower } from './follower.ts';
import { OpenStreams } from './open-streams.ts';
import type { Follower, Stream } from './room.ts';
import { Room } from './room.ts';
import { countFindingWrites, countNoticeWrites, readFindingsSign } from './signs.ts';
import { readHeads } from './store.ts';

export type { LiveBounds } from './bounds.ts';

type Parts = {
  accounts: Services;
  log: Log;
  /** Writes an event in sent form. */
  write: (name: keyof typeof events, data: unknown, id?: string) => string;
  bounds?: Partial<LiveBounds> | undefined;
};

/** Presence reported by people, by mission. */
type Meeting = {
  missionId: string;
  user: Pick<Principal, 'id' | 'sessionId' | 'displayName'>;
  at: Whereabouts;
};

/**
 * The open event streams of this process. After a commit, the last change of each followed mission is checked at once. Events
 * report the activity, so their order is that of the poll. Nothing is stored that is not in the database.
 */
export class LiveMissions {
  readonly #accounts: Parts['accounts'];
  readonly #log: Log;
  readonly #bounds: LiveBounds;
  readonly #rooms = new Map<string, Room>();
  readonly #open: OpenStreams;
  readonly #write: Parts['write'];
  /** The state of rights used in the last check of everyone. */
  #judgedBy = -1;
  /** Work that runs while anyone follows. */
  #stopWatching: (() => void) | null = null;
  #isLooking = false;
  #lookAgain = false;
  #isDue = false;
  #lastLook = 0;

  constructor({ accounts, log, write, bounds = {} }: Parts) {
    this.#accounts = accounts;
    this.#log = log;
    this.#bounds = { ...usualBounds, ...bounds };
    this.#open = new OpenStreams(this.#bounds);
    this.#write = write;
    onTold(accounts.db, 'presence', (text) => this.#note(JSON.parse(text) as Meeting));
  }

  /** Number of open streams. */
  get count(): number {
    return this.#open.count;
  }

  /**
   * Answers with the changes of a mission after `since`, and with those from then on. The caller has checked access. Refuses
   * `too_many_streams` and `busy`.
   */
  follow(
    user: Principal,
    missionId: string,
    since: string | undefined,
    openStream: (stallMs: number) => Stream,
  ): void {
    this.#open.refuseTooMany(user);
    const stream = openStream(this.#bounds.stallMs);
    // A client that has already gone would never be removed.
    if (stream.isGone) return;
    const room = this.#enter(missionId);
    const follower = makeFollower(this.#accounts.db, room, { user, stream, since });
    room.followers.add(follower);
    this.#open.countIn(follower.user.id, 1);
    stream.open({
      onRoom: () => this.#tell(follower),
      onLeave: () => this.#end(follower, 'server_stopping'),
      onClose: () => this.#leave(follower),
    });
    this.#tell(follower);
  }

  #enter(missionId: string): Room {
    let room = this.#rooms.get(missionId);
    if (room === undefined) {
      const entered = new Room(missionId, new People(this.#accounts.now), this.#accounts.db, this.#write);
      room = entered;
      this.#rooms.set(missionId, entered);
      wholly(() => this.#lookForEarlier([entered])).catch((error: unknown) => this.#tellFailure(error));
    }
    // It watches for everybody, whoever came first.
    this.#stopWatching ??= wholly(() => this.#watch());
    return room;
  }

  #leave(follower: Follower): void {
    follower.isOver = true;
    const { room } = follower;
    room.followers.delete(follower);
    this.#open.countIn(follower.user.id, -1);
    const { sessionId } = follower.user;
    if (!room.isFollowedBy(sessionId)) {
      this.#lose(room, sessionId);
      this.#tellOthers({ missionId: room.missionId, user: follower.user, at: { left: true } });
    }
    this.#closeIfEmpty(room);
  }

  #closeIfEmpty(room: Room): void {
    if (!room.isEmpty) return;
    this.#rooms.delete(room.missionId);
    if (this.#rooms.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  /**
   * Notes a person's place in a mission, for a moment or as long as their stream is open, or that they left, and returns who is
   * present. The caller has checked access.
   */
  async meet(user: Principal, missionId: string, at: Whereabouts): Promise<Presence> {
    this.#note({ missionId, user, at });
    this.#tellOthers({ missionId, user, at });
    return (await this.#rooms.get(missionId)?.listPeople()) ?? { people: [] };
  }

  /** Other processes have people in the same mission. A missed message is made up for within seconds, as people report again. */
  #tellOthers({ missionId, user: { id, sessionId, displayName }, at }: Meeting): void {
    const word: Meeting = { missionId, user: { id, sessionId, displayName }, at };
    tellOthers(this.#accounts.db, 'presence', JSON.stringify(word));
  }

  #note({ missionId, user, at }: Meeting): void {
    const room = this.#enter(missionId);
    if (at.left) {
      if (!room.isFollowedBy(user.sessionId)) this.#lose(room, user.sessionId);
    } else {
      const { version } = room.people;
      room.people.note(user, at);
      if (room.people.version !== version) this.#tellPeopleSoon(room);
    }
    this.#closeIfEmpty(room);
  }

  #lose(room: Room, sessionId: string): void {
    const { version } = room.people;
    room.people.forget(sessionId);
    if (room.people.version !== version) this.#tellPeopleSoon(room);
  }

  #tellPeopleSoon(room: Room): void {
    if (room.isPeopleDue) return;
    room.isPeopleDue = true;
    setTimeout(() => {
      room.isPeopleDue = false;
      for (const follower of room.followers) this.#tell(follower);
    }, this.#bounds.peopleMs).unref();
  }

  #forgetWhoLeft(): void {
    for (const room of this.#rooms.values()) {
      const { version } = room.people;
      room.people.forgetExpired();
      if (room.people.version !== version) this.#tellPeopleSoon(room);
      this.#closeIfEmpty(room);
    }
  }

  #end(follower: Follower, reason: EndReason): void {
    if (follower.isOver) return;
    follower.isOver = true;
    follower.stream.end(this.#write('end', { reason }));
  }

  #watch(): () => void {
    const ends = onCommit(this.#accounts.db, () => this.#lookSoon());
    const others = setInterval(() => {
      this.#forgetWhoLeft();
      this.#lookSoon();
      this.#lookForEarlier([...this.#rooms.values()]).catch((error: unknown) => this.#tellFailure(error));
    }, this.#bounds.othersMs).unref();
    const beats = setInterval(() => this.#beat(), this.#bounds.heartbeatMs).unref();
    return () => {
      ends();
      clearInterval(others);
      clearInterval(beats);
    };
  }

  #lookSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const wait = this.#lastLook + this.#bounds.spacingMs - performance.now();
    const look = () => {
      this.#isDue = false;
      this.#lastLook = performance.now();
      this.#look().catch((error: unknown) => this.#tellFailure(error));
    };
    if (wait <= 0) setImmediate(look);
    else setTimeout(look, wait);
  }

  /** Checks for changes to missions and to access. */
  async #look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#lookAgain && this.#rooms.size > 0) {
        this.#lookAgain = false;
        const rooms = [...this.#rooms.values()];
        const heads = await readHeads(
          this.#accounts.db,
          rooms.flatMap(({ watched }) => watched),
        );
        for (const room of rooms) {
          const head = heads.get(room.missionId);
          for (const follower of room.noteHead(head) ? room.followers : []) {
            if (head === undefined) this.#end(follower, 'mission_deleted');
            else this.#tell(follower);
          }
        }
        await this.#lookForEarlier(rooms.filter((room) => room.isEarlierChanged(heads)));
        this.#tellNotices();
        if (this.#judgedBy !== readRights(this.#accounts.db)) await this.#judgeAll();
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Finds the missions that these are compared with, which may differ after a change of dates or members. */
  async #lookForEarlier(rooms: readonly Room[]): Promise<void> {
    for (const room of rooms) {
      if (!room.noteEarlier(await findEarlierMission(this.#accounts.db, room.missionId))) continue;
      for (const follower of room.followers) this.#tell(follower);
    }
  }

  #tellNotices(): void {
    const [by, findingsBy] = [countNoticeWrites(this.#accounts.db), countFindingWrites(this.#accounts.db)];
    for (const room of this.#rooms.values()) {
      for (const follower of room.followers) {
        if (follower.toldNotices !== by || follower.toldFindings !== findingsBy) this.#tell(follower);
      }
    }
  }

  #beat(): void {
    this.#forgetWhoLeft();
    for (const room of this.#rooms.values()) for (const { stream } of room.followers) stream.beat();
    // Sessions also expire without a write.
    this.#judgeAll().catch((error: unknown) => this.#tellFailure(error));
  }

  async #judgeAll(): Promise<void> {
    const writes = readRights(this.#accounts.db);
    const turn = new Turn();
    for (const room of this.#rooms.values()) {
      for (const follower of room.followers) {
        await this.#judge(follower);
        if (turn.isOver) {
          await new Promise((goOn) => setImmediate(goOn));
          turn.begin();
        }
      }
    }
    this.#judgedBy = writes;
  }

  /** Checks whether someone may still follow; ends the stream if not. */
  async #judge(follower: Follower): Promise<boolean> {
    const reason = follower.isOver ? null : await judgeAccess(this.#accounts, follower);
    if (reason !== null) this.#end(follower, reason);
    return !follower.isOver;
  }

  /** Sends updates to a follower, as fast as they read them. */
  #tell(follower: Follower): void {
    follower.again = true;
    if (follower.isTelling) return;
    follower.isTelling = true;
    void this.#tellAll(follower);
  }

  async #tellAll(follower: Follower): Promise<void> {
    const { db } = this.#accounts;
    try {
      while (follower.again && !follower.isOver && !follower.stream.isFull) {
        const user = follower.judged?.principal ?? follower.user;
        // As they read it, whoever wrote.
        const view = await wholly(() => viewOf(db, user));
        await inView(view, () => this.#tellOnce(follower));
      }
    } catch (error) {
      this.#tellFailure(error);
      this.#end(follower, 'server_stopping');
    } finally {
      // Reset in the same turn as the last check of `again`.
      follower.isTelling = false;
    }
  }

  async #tellOnce(follower: Follower): Promise<void> {
    const { db } = this.#accounts;
    const { room, stream, user } = follower;
    follower.unread ??= await countUnread(db, user);
    follower.findings ??= await readFindingsSign(db, user, room.missionId);
    follower.again = false;
    const page = await room.read(follower.position);
    const { version } = room.people;
    const notices = countNoticeWrites(db);
    const findings = countFindingWrites(db);
    const isNews =
      version !== follower.toldPeople ||
      notices !== follower.toldNotices ||
      findings !== follower.toldFindings ||
      room.earlierVersion !== follower.toldEarlier;
    if (page === null && !isNews) return;
    // Checked after reading: anyone who may see the mission now may see its earlier state.
    if (!(await this.#judge(follower))) return;
    if (page !== null) {
      stream.write(page.text);
      follower.position = page.next;
      if (!page.isLast) follower.again = true;
    }
    if (version !== follower.toldPeople) {
      follower.toldPeople = version;
      this.#tellNews(follower, 'people', await room.writePeople());
    }
    if (room.earlierVersion !== follower.toldEarlier) {
      follower.toldEarlier = room.earlierVersion;
      this.#tellNews(follower, 'earlier', await room.writeEarlier());
    }
    if (notices !== follower.toldNotices) await this.#tellUnread(follower, notices);
    if (findings !== follower.toldFindings) await this.#tellFindings(follower, findings);
  }

  /** Tells a follower, unless only something changed that they do not see. */
  #tellNews(follower: Follower, about: 'people' | 'earlier', text: string): void {
    if (follower.isOver || follower.told[about] === text) return;
    follower.told[about] = text;
    follower.stream.write(text);
  }

  async #tellUnread(follower: Follower, notices: number): Promise<void> {
    const user = follower.judged?.principal;
    if (user === undefined) return;
    const unread = await countUnread(this.#accounts.db, user);
    if (follower.isOver) return;
    follower.toldNotices = notices;
    if (unread === follower.unread) return;
    follower.unread = unread;
    follower.stream.write(this.#write('notifications', { unread }));
  }

  async #tellFindings(follower: Follower, by: number): Promise<void> {
    const user = follower.judged?.principal;
    if (user === undefined) return;
    const findings = await readFindingsSign(this.#accounts.db, user, follower.room.missionId);
    if (follower.isOver) return;
    follower.toldFindings = by;
    if (findings === follower.findings) return;
    follower.findings = findings;
    follower.stream.write(this.#write('findings', JSON.parse(findings)));
  }

  #tellFailure(error: unknown): void {
    this.#log.error({
      event: 'events_failed',
      error: error instanceof Error ? error.name : typeof error,
      code: (error as { code?: unknown } | null)?.code,
    });
  }
}
