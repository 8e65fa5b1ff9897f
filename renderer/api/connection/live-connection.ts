import { isServerLost, subscribeToReach } from './reach.ts';
import { getSession, subscribeToSession } from './session.ts';

export type EventHandlers = Record<string, (data: unknown, id: string) => void>;

type Source = {
  path: string;
  /** A fresh one-time ticket: an address must not carry a token. */
  newTicket: () => Promise<string>;
  /** Position from which to continue. */
  since: () => string;
  handlers: EventHandlers;
  /** Called when the server has answered, and when the connection ends. */
  onConnection: (isConnected: boolean) => void;
};

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** After a connection at least this long, the next one is tried at once. */
const holdsMs = 30_000;

/**
 * Listens to an event stream while the page is visible, and reconnects when it breaks off, after growing delays and not at the
 * same time as everyone else. Stops once the server ends it for good. Returns a function to stop.
 */
export function listenTo({ path, newTicket, since, handlers, onConnection }: Source): () => void {
  let source: EventSource | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let failures = 0;
  let isOver = false;

  const disconnect = () => {
    attempt += 1;
    clearTimeout(waiting);
    waiting = undefined;
    if (source !== null) {
      source.close();
      source = null;
      onConnection(false);
    }
  };
  const tryAgain = () => {
    disconnect();
    if (isOver) return;
    failures += 1;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    waiting = setTimeout(() => void connect(), wait * (0.5 + Math.random()));
  };
  const connect = async () => {
    disconnect();
    if (isOver || document.visibilityState === 'hidden' || getSession() === null || isServerLost()) return;
    const mine = attempt;
    let ticket: string;
    try {
      ticket = await newTicket();
    } catch {
      if (mine === attempt) tryAgain();
      return;
    }
    // Meanwhile the person has hidden the page or signed out.
    if (mine !== attempt) return;
    const query = new URLSearchParams({ ticket, since: since() });
    const opened = new EventSource(`${path}?${query}`);
    source = opened;
    const openedAt = Date.now();
    opened.onopen = () => onConnection(true);
    opened.onerror = () => {
      if (Date.now() - openedAt > holdsMs) failures = 0;
      tryAgain();
    };
    for (const [name, handle] of Object.entries(handlers)) {
      opened.addEventListener(name, (event) => {
        handle(JSON.parse(event.data), event.lastEventId);
      });
    }
    opened.addEventListener('end', (event) => {
      // The next poll notices the end of a session, a permission or a mission, and the page shows it.
      isOver = JSON.parse(event.data).reason !== 'server_stopping';
      tryAgain();
    });
  };

  const follow = () => {
    if (document.visibilityState === 'hidden' || getSession() === null) disconnect();
    else if (source === null && waiting === undefined) void connect();
  };
  const followReach = () => {
    if (!isServerLost() && source === null && waiting === undefined) void connect();
  };
  document.addEventListener('visibilitychange', follow);
  const ends = [subscribeToSession(follow), subscribeToReach(followReach)];
  void connect();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', follow);
    for (const end of ends) end();
    disconnect();
  };
}
