import type { Live } from '../../accounts/sessions/service.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { findView, nameView } from '../../database/view.ts';
import type { Principal } from '../../permissions.ts';
import { atEndOf, isPast, type Position, toTimeTold, writePosition } from '../activity/position.ts';
import { listChanged } from '../activity/store.ts';
import { findEarlierMission } from '../figures/earlier-store.ts';
import { readOutline } from '../outline/store.ts';
import type { Presence } from '../presence/contract.ts';
import type { People } from '../presence/register.ts';
import { listShownTests } from './store.ts';

/** Changes read and written at a time. */
const pageSize = 200;
/** Pages kept in memory: most followers are at the same position. */
const mostPages = 16;

/** A response that stays open. */
export type Stream = {
  /** Whether the reader is gone. */
  readonly isGone: boolean;
  /** Whether written events still wait to be read. */
  readonly isFull: boolean;
  open(on: { onRoom: () => void; onLeave: () => void; onClose: () => void }): void;
  write(text: string): void;
  beat(): void;
  end(text: string): void;
};

/** A follower of a mission: one open response, and its position. */
export type Follower = {
  readonly room: Room;
  /** The user at the start. */
  readonly user: Principal;
  readonly stream: Stream;
  position: Position;
  /** The result of the last check, and the state of rights it was based on. */
  judged: (Live & { writes: number }) | null;
  /** The state of presence last sent. */
  toldPeople: number;
  /** The state of notifications last sent. */
  toldNotices: number;
  /** The number sent; null until it has been looked up. */
  unread: number | null;
  /** The state of findings, remediations and reports last sent, and their change marker as the follower read it. */
  toldFindings: number;
  findings: string | null;
  /** The state of the earlier mission last sent. */
  toldEarlier: number;
  /** Presence and the earlier mission as last sent. */
  told: { people?: string; earlier?: string };
  isOver: boolean;
  /** Whether updates are being sent; `again` when there may be more by then. */
  isTelling: boolean;
  again: boolean;
};

/** A part of the changes in sent form, and the position after it. */
export type Page = { text: string; next: Position; isLast: boolean };

/** The mission that another one is compared with. */
type Earlier = { id: string; last_change_at: string };

type Write = (name: 'change' | 'outline' | 'presence' | 'earlier', data: unknown, id?: string) => string;

/** Followers of a mission. Events are read once for all followers at the same position. */
export class Room {
  readonly missionId: string;
  readonly followers = new Set<Follower>();
  #head: string | undefined;
  /** Undefined until looked up. */
  #earlier: Earlier | null | undefined;
  /** Counts the states of the earlier mission. */
  earlierVersion = 0;
  readonly people: People;
  /** Whether presence is about to be sent to its followers. */
  isPeopleDue = false;
  readonly #db: Db;
  readonly #write: Write;
  #pages = new Map<string, Promise<Page | null>>();

  constructor(missionId: string, people: People, db: Db, write: Write) {
    this.missionId = missionId;
    this.people = people;
    this.#db = db;
    this.#write = write;
  }

  get isEmpty(): boolean {
    return this.followers.size === 0 && this.people.isEmpty;
  }

  /** Whether a session has a stream of the mission open. */
  isFollowedBy(session: string): boolean {
    return [...this.followers].some(({ user }) => user.sessionId === session);
  }

  /** Presence in sent form, as the caller sees it. */
  async writePeople(): Promise<string> {
    return this.#write('presence', await this.listPeople());
  }

  /** People at the tests that the caller sees; where others are, does not show. */
  async listPeople(): Promise<Presence> {
    const { people } = this.people.list();
    if (findView() === null) return { people };
    const ids = people.flatMap(({ test_id }) => test_id ?? []);
    const seen = new Set(await listShownTests(this.#db, this.missionId, ids));
    return {
      people: people.map((person) =>
        person.test_id === null || seen.has(person.test_id)
          ? person
          : { ...person, test_id: null, field: null },
      ),
    };
  }

  /** Notes the last change of the mission, or that it is gone, and returns whether followers need an update. */
  noteHead(head: string | undefined): boolean {
    if (head !== undefined && head === this.#head) return false;
    this.#head = head;
    this.#pages.clear();
    return true;
  }

  /** The observed missions: this one, and the one it is compared with. */
  get watched(): string[] {
    return this.#earlier ? [this.missionId, this.#earlier.id] : [this.missionId];
  }

  /** Whether the earlier mission has changed according to these times, or is gone. */
  isEarlierChanged(heads: ReadonlyMap<string, string>): boolean {
    return this.#earlier ? heads.get(this.#earlier.id) !== this.#earlier.last_change_at : false;
  }

  /** Notes the current earlier mission, and returns whether followers need an update. */
  noteEarlier(now: Earlier | null): boolean {
    const before = this.#earlier;
    this.#earlier = now;
    if (before === undefined) return false;
    if (before?.id === now?.id && before?.last_change_at === now?.last_change_at) return false;
    this.earlierVersion += 1;
    return true;
  }

  /** The earlier mission in sent form, as the caller sees it. */
  async writeEarlier(): Promise<string> {
    const earlier = findView() === null ? this.#earlier : await findEarlierMission(this.#db, this.missionId);
    const { id = null, last_change_at = null } = earlier ?? {};
    return this.#write('earlier', { id, changed_at: last_change_at });
  }

  /** Events after a position; null without any. */
  read(from: Position): Promise<Page | null> {
    const key = `${nameView()} ${writePosition(from)}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = this.#read(from);
      page.catch(() => this.#pages.delete(key));
      if (this.#pages.size >= mostPages) this.#pages.clear();
      this.#pages.set(key, page);
    }
    return page;
  }

  async #read(from: Position): Promise<Page | null> {
    // One state, as in a poll.
    const { found, outline } = await inSnapshot(this.#db, async (trx) => ({
      found: await listChanged(trx, this.missionId, from, pageSize + 1),
      outline: await readOutline(trx, this.missionId, toTimeTold(from)),
    }));
    const tests = found.slice(0, pageSize);
    const isLast = found.length === tests.length;
    let due = isPast(from, outline.outline_changed_at) ? null : outline.outline_changed_at;
    let next = from;
    let text = '';
    const tellOutline = (time: string) => {
      next = atEndOf(time);
      text += this.#write('outline', outline, writePosition(next));
      due = null;
    };
    for (const [index, test] of tests.entries()) {
      if (due !== null && due < test.updated_at) tellOutline(due);
      const isLastOfItsTime = found[index + 1]?.updated_at !== test.updated_at && due !== test.updated_at;
      next = isLastOfItsTime ? atEndOf(test.updated_at) : { time: test.updated_at, after: test.id };
      text += this.#write('change', test, writePosition(next));
    }
    if (due !== null && isLast) tellOutline(due);
    // Only those up to this position: the next read begins after it.
    const gone = due === null ? [] : outline.removed.filter((test) => test.removed_at <= toTimeTold(next));
    if (gone.length > 0) {
      text += this.#write('outline', { ...outline, removed: gone }, writePosition(next));
    }
    return text === '' ? null : { text, next, isLast };
  }
}
