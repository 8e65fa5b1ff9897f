import type { QueryClient } from '@tanstack/react-query';
import type { ClocksSign } from '../../../server/missions/clocks/contract.ts';
import type { Activity } from '../../../server/missions/contract.ts';
import { renewNotifications } from '../accounts/notifications.ts';
import { notePeople, type Person, type Place, tellLeft, tellPlace } from '../accounts/presence.ts';
import { renewMissionHistory } from '../history.ts';
import { applyActivity, getNextSince } from '../missions/activity.ts';
import { followAlerts, noteClocks } from '../missions/alerts.ts';
import { renewClocks } from '../missions/clocks.ts';
import { renewFigures } from '../missions/figures.ts';
import { followTests, renewFindings } from '../missions/findings.ts';
import { renewRemediations } from '../missions/remediations.ts';
import { renewReplay } from '../missions/replay.ts';
import { renewSightings } from '../missions/sightings.ts';
import { followTlpt } from '../missions/tlpt.ts';
import { renewReports } from '../reports.ts';
import { post } from './http.ts';
import { type EventHandlers, listenTo } from './live-connection.ts';
import { onForget } from './session.ts';

type Change = Activity['tests'][number];
type Outline = Pick<Activity, 'removed' | 'outline_changed_at'>;
type FindingsTold = {
  tlpt_changed_at: string | null;
  clocks: ClocksSign;
  alerts: { waiting: number; sign: string };
};
type Followed = {
  /** Reports that one has left. */
  leave: () => void;
  stop: () => void;
  /** Reports one's current place. */
  tell: () => void;
  users: number;
  leaving: ReturnType<typeof setTimeout> | undefined;
};

const followed = new Map<string, Followed>();
/** Place of this window in each mission. */
const places = new Map<string, Place>();
/** The server forgets a place after twenty seconds. */
const tellsEveryMs = 12_000;
/** Keeps the stream when a page is left for another one of the same mission. */
const lingersMs = 2000;
/** Events that arrive together are applied together. */
const gatheredMs = 20;
const settlesMs = 200;
/** An open history is read again at most this often. */
const historyEveryMs = 500;

/** Follows a mission live while anyone needs it: one stream per window, shared by all. Returns a function to stop. */
export function followLive(queryClient: QueryClient, missionId: string, me: string): () => void {
  const key = `${me} ${missionId}`;
  let entry = followed.get(key);
  if (entry === undefined) {
    entry = { ...start(queryClient, missionId, me), users: 0, leaving: undefined };
    followed.set(key, entry);
  }
  const mine = entry;
  clearTimeout(mine.leaving);
  mine.users += 1;
  return () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    mine.leaving = setTimeout(() => {
      if (followed.get(key) === mine) followed.delete(key);
      mine.leave();
      mine.stop();
    }, lingersMs);
  };
}

// A person's stream never continues for the next person; its end reports that they have left.
onForget((owner) => {
  for (const [key, { leaving, stop }] of followed) {
    if (key.startsWith(`${owner} `)) continue;
    clearTimeout(leaving);
    followed.delete(key);
    stop();
  }
});

/** Sets the place of this window in a mission. */
export function goTo(missionId: string, me: string, place: Place): void {
  const before = places.get(missionId);
  if (before?.test_id === place.test_id && before?.field === place.field) return;
  if (place.test_id === undefined) places.delete(missionId);
  else places.set(missionId, place);
  followed.get(`${me} ${missionId}`)?.tell();
}

function start(
  queryClient: QueryClient,
  missionId: string,
  me: string,
): Pick<Followed, 'leave' | 'stop' | 'tell'> {
  let waiting: Change[] = [];
  let outline: Outline = { removed: [], outline_changed_at: null };
  let position = '';
  /** The states of the clocks of hosts and of the alerts last told. */
  let clocks = '';
  let alerts = '';
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let renewing: ReturnType<typeof setTimeout> | undefined;
  const renewHistory = () => {
    renewing ??= setTimeout(() => {
      renewing = undefined;
      renewMissionHistory(queryClient, missionId);
    }, historyEveryMs);
  };
  // One that fails is repeated by the next change.
  const tellAlerts = (waiting: number | null) =>
    void followAlerts(queryClient, missionId, waiting).catch(() => {});
  const apply = () => {
    clearTimeout(gathering);
    gathering = undefined;
    const told = { ...outline, tests: waiting, next_since: position };
    waiting = [];
    outline = { removed: [], outline_changed_at: null };
    if (told.tests.length > 0 || told.outline_changed_at !== null) {
      applyActivity(queryClient, missionId, me, told);
      renewHistory();
      followTests(
        queryClient,
        missionId,
        told.tests.map(({ id }) => id),
      );
    }
  };
  const gather = (id: string) => {
    position = id;
    gathering ??= setTimeout(apply, gatheredMs);
  };
  const handlers: EventHandlers = {
    change: (data, id) => {
      waiting.push(data as Change);
      gather(id);
    },
    outline: (data, id) => {
      const { removed, outline_changed_at } = data as Outline;
      outline = { removed: [...outline.removed, ...removed], outline_changed_at };
      gather(id);
    },
    findings: (data) => {
      const told = data as FindingsTold;
      followTlpt(queryClient, missionId, told.tlpt_changed_at);
      const sign = JSON.stringify(told.clocks);
      if (sign !== clocks) renewClocks(queryClient, missionId);
      clocks = sign;
      noteClocks(queryClient, missionId, told.clocks);
      if (told.alerts.sign !== alerts) tellAlerts(told.alerts.waiting);
      alerts = told.alerts.sign;
      renewFindings(queryClient, missionId);
      renewRemediations(queryClient, missionId);
      renewReports(queryClient, missionId);
      renewSightings(queryClient, missionId);
      renewReplay(queryClient, missionId);
      renewHistory();
    },
    // Tests that got worse are gaps, which affect findings.
    earlier: () => {
      renewFigures(queryClient, missionId);
      renewFindings(queryClient, missionId);
    },
    notifications: () => renewNotifications(queryClient),
    presence: (data) => notePeople(missionId, (data as { people: Person[] }).people),
  };
  let isConnected = false;
  // The end of a stream may get lost, for example in a proxy.
  let isTold = false;
  const leave = () => {
    if (isTold) tellLeft(missionId);
    isTold = false;
  };
  addEventListener('pagehide', leave);
  let telling: ReturnType<typeof setTimeout> | undefined;
  const tellNow = () => {
    clearTimeout(telling);
    telling = undefined;
    if (!isConnected) return;
    isTold = true;
    tellPlace(missionId, places.get(missionId) ?? {}).catch(() => {});
    telling = setTimeout(tellNow, tellsEveryMs);
  };
  const stop = listenTo({
    path: `/api/v1/missions/${missionId}/events`,
    newTicket: async () => (await post<{ ticket: string }>('/api/v1/auth/ticket')).ticket,
    since: () => {
      apply();
      return getNextSince(queryClient, missionId);
    },
    handlers,
    onConnection: (connected) => {
      isConnected = connected;
      // Without a connection, presence is unknown.
      if (!connected) notePeople(missionId, []);
      // From here on changes are pushed; earlier ones must be requested.
      else {
        renewNotifications(queryClient);
        renewFigures(queryClient, missionId);
        renewFindings(queryClient, missionId);
        renewRemediations(queryClient, missionId);
        renewReports(queryClient, missionId);
        renewClocks(queryClient, missionId);
        tellAlerts(null);
      }
      tellNow();
    },
  });
  return {
    leave,
    stop: () => {
      removeEventListener('pagehide', leave);
      stop();
      clearTimeout(gathering);
      clearTimeout(renewing);
    },
    tell: () => {
      clearTimeout(telling);
      // Tab moves quickly through several fields, so this waits a moment.
      telling = setTimeout(tellNow, settlesMs);
    },
  };
}
