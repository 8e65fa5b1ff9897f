import { listReadableSides } from '../../domain/findings.ts';
import { mostNotifications } from '../../domain/limits.ts';
import { seesEveryMission } from '../../domain/missions.ts';
import { isFindingNews, type NotificationKind } from '../../domain/notifications.ts';
import { isoTime } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import type { Services } from '../database/services.ts';
import type { Row } from '../database/tables.ts';
import { wholly } from '../database/view.ts';
import { newId } from '../ids.ts';
import type { Found, Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import type { Notification } from './contract.ts';
import * as store from './store.ts';

/** Changes to many tests within this time are combined in one notification. */
const togetherMs = 10 * 60_000;

export type Doing = {
  at: string;
  by: Principal;
  kind: NotificationKind;
  mission_id: string;
  /** The affected tests. */
  test_ids?: readonly string[];
  remediation_id?: string;
  finding_id?: string;
};

/**
 * Notifies these people, in the same transaction, of an action on their work: except its author, and anyone who does not see the
 * mission; of hidden tests only those who see them. Refuses nothing.
 */
export async function notify(trx: Trx, doing: Doing, userIds: readonly (string | null)[]): Promise<void> {
  const others = [...new Set(userIds)].filter((id) => id !== null && id !== doing.by.id) as string[];
  if (others.length === 0) return;
  const people = await store.listWhoSee(trx, doing.mission_id, others);
  const { test_ids = [] } = doing;
  const hidden = test_ids.length === 0 ? [] : await wholly(() => store.listHidden(trx, test_ids));
  if (hidden.length === 0) {
    for (const user of people) await tell(trx, doing, user);
    return;
  }
  const seeing = new Set(await store.listWhoSeeHidden(trx, doing.mission_id, people));
  const shown = test_ids.filter((id) => !hidden.includes(id));
  for (const user of people) {
    if (seeing.has(user)) await tell(trx, doing, user);
    else if (shown.length > 0) await tell(trx, { ...doing, test_ids: shown }, user);
  }
}

async function tell(trx: Trx, doing: Doing, user_id: string): Promise<void> {
  const { at, by, kind, mission_id, test_ids = [], remediation_id = null, finding_id = null } = doing;
  const only = test_ids.length === 1 ? (test_ids[0] as string) : null;
  const before = await store.findLately(trx, {
    user: user_id,
    mission: mission_id,
    ...toColumns(kind),
    actor: by.id,
    remediation: remediation_id,
    finding: finding_id,
    since: isoTime(Date.parse(at) - togetherMs),
  });
  if (before !== undefined) {
    const isSame = only !== null && before.test_id === only;
    await store.widen(trx, before.id, {
      test_id: isSame ? only : null,
      tests: isSame ? before.tests : before.tests + test_ids.length,
      created_at: at,
    });
    return;
  }
  const row = {
    id: newId(),
    user_id,
    ...toColumns(kind),
    mission_id,
    test_id: only,
    remediation_id,
    finding_id,
  };
  await store.insert(
    trx,
    { ...row, tests: test_ids.length, actor_id: by.id, created_at: at, read_at: null },
    mostNotifications,
  );
}

function toColumns(kind: NotificationKind): Pick<Row<'notifications'>, 'kind' | 'finding_news'> {
  return isFindingNews(kind)
    ? { kind: 'remediation_moved', finding_news: kind }
    : { kind, finding_news: null };
}

/** People who have written to a test, and so own it. */
export const listWhoWrote = store.listWhoWrote;

function toReader({ id, role, permissions }: Principal): store.Reader {
  return { id, seesAll: seesEveryMission(role), sides: listReadableSides(permissions) };
}

/** A page of someone's notifications, newest first, and the total number of unread ones. */
export function listNotifications(
  db: Db,
  user: Principal,
  query: Paging & { unread?: boolean | undefined },
): Promise<Found<Notification> & { unread: number }> {
  return inSnapshot(db, async (trx) => ({
    ...(await store.list(trx, toReader(user), query)),
    unread: await store.countUnread(trx, toReader(user)),
  }));
}

/** Number of someone's unread notifications. */
export function countUnread(db: Db, user: Principal): Promise<number> {
  return store.countUnread(db, toReader(user));
}

/**
 * Marks these as read, or all of them, and returns the number left; unknown ones and other people's are ignored. Nobody else sees
 * this, so it leaves no history entry.
 */
export function readNotifications(
  { db, now }: Services,
  user: Principal,
  ids: readonly string[] | null,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    await store.markRead(trx, user.id, ids, isoTime(now()));
    return store.countUnread(trx, toReader(user));
  });
}
