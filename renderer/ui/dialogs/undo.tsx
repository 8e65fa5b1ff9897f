import { Button, Kbd } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useId, useLayoutEffect } from 'react';
import { getSession, subscribeToSession } from '../../api/connection/session.ts';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { usePageKeys } from '../keys/use-page-keys.ts';
import styles from './undo.module.css';

export type Done = {
  /** Action, in a few words. */
  what: ReactNode;
  /** Undoes the action. Returns what could not be undone and why, one line each; throws if nothing could. */
  undo: () => Promise<readonly string[] | undefined>;
  /** A workflow step: its undo is shown in the page's bar if it has one, and so are those of the actions that follow. */
  isMove?: boolean;
};

const undoForMs = 10_000;
const saidForMs = 4_000;
const mostReasons = 3;

type Offer = Done & {
  id: string;
  /** In order of starting. */
  number: number;
  userId: string;
  /** Element that had the focus before the note appeared. */
  before: EventTarget | null;
};

/** Actions that can be undone, newest last. */
let offers: Offer[] = [];
/** Bars on the page; the latest one is used. */
const bars = createStore<readonly string[]>([]);
/** Offers in the bar, which shows the newest, then the one before it. */
const inBar = createStore<readonly Offer[]>([]);
let leavesBar: ReturnType<typeof setTimeout> | undefined;
let made = 0;

/** Pending writes that can be undone afterwards, newest last. */
type Write = { id: string; number: number; userId: string | undefined; isUnwanted: boolean };
let writes: Write[] = [];

/**
 * Writes something, and offers to undo it once `write` calls `offer`. `z` undoes the last action; one still pending is undone as
 * soon as it is written.
 */
export async function writeWithUndo<T>(write: (offer: (done: Done) => void) => Promise<T>): Promise<T> {
  made += 1;
  const own = {
    id: `write ${made}`,
    number: made,
    userId: getSession()?.user.id,
    isUnwanted: false,
  };
  writes.push(own);
  const end = () => {
    writes = writes.filter((other) => other !== own);
    notifications.hide(own.id);
  };
  try {
    return await write((done) => {
      end();
      if (getSession()?.user.id !== own.userId) return;
      const offer = show(done, own.number);
      if (own.isUnwanted && offer !== null) void putBack(offer);
    });
  } finally {
    end();
  }
}

function takeBack(write: Write): void {
  write.isUnwanted = true;
  const message = t('shared.it_is_undone_as_soon_as');
  notifications.show({ id: write.id, role: 'status', message, autoClose: false });
}

/**
 * Reports an action, and offers to undo it for ten seconds, by the button or by `z` outside fields. Hover and focus pause the
 * time. The offer stays across pages, and ends with the session.
 */
export function offerUndo(done: Done): void {
  made += 1;
  show(done, made);
}

function show(done: Done, number: number): Offer | null {
  const userId = getSession()?.user.id;
  if (userId === undefined) return null;
  const offer: Offer = { ...done, id: `undo ${number}`, number, userId, before: null };
  if ((done.isMove || inBar.get().length > 0) && bars.get().length > 0) showInBar(offer);
  else showNote(offer);
  return offer;
}

/** Earlier offers move to the bar too, so that one place shows what `z` undoes. */
function showInBar(offer: Offer): void {
  offers.push(offer);
  inBar.set([...offers]);
  for (const { id } of offers) notifications.hide(id);
  holdBar(false);
}

function holdBar(isHeld: boolean): void {
  clearTimeout(leavesBar);
  if (!isHeld) leavesBar = setTimeout(() => inBar.get().forEach(forget), undoForMs);
}

function showNote(offer: Offer): void {
  const { id } = offer;
  const message = <Line offer={offer} />;
  const hold = (autoClose: false | number) => {
    if (offers.includes(offer)) notifications.update({ id, message, autoClose });
  };
  offers.push(offer);
  notifications.show({
    id,
    role: 'status',
    message,
    autoClose: undoForMs,
    onClose: () => {
      if (!inBar.get().includes(offer)) forget(offer);
    },
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) offer.before = relatedTarget;
      hold(false);
    },
    onBlur: () => hold(undoForMs),
  });
}

function forget(offer: Offer): void {
  offers = offers.filter((other) => other !== offer);
  inBar.set(inBar.get().filter((other) => other !== offer));
}

function drop(offer: Offer): void {
  forget(offer);
  notifications.hide(offer.id);
}

async function putBack(offer: Offer): Promise<void> {
  const { id, what, undo } = offer;
  forget(offer);
  const undoing = {
    id,
    role: 'status',
    message: <p className={styles.what}>{rich('shared.undoing_what', { what })}</p>,
    autoClose: false,
  };
  // In the offer's own note, or in a new one if it was in the bar.
  notifications.show(undoing);
  notifications.update(undoing);
  const left = await undo().catch((error: Error) => [error.message]);
  // The next person must not see messages about an exercise.
  if (getSession()?.user.id !== offer.userId) {
    notifications.hide(id);
    return;
  }
  if (left === undefined || left.length === 0) {
    notifications.update({
      id,
      message: <p className={styles.what}>{rich('shared.undone_what', { what })}</p>,
      autoClose: saidForMs,
    });
    return;
  }
  notifications.update({
    id,
    color: 'red',
    role: 'alert',
    title: t('shared.not_all_of_it_could_be'),
    message: (
      <>
        {left.slice(0, mostReasons).map((reason) => (
          <p key={reason} className={styles.what}>
            {reason}
          </p>
        ))}
        {left.length > mostReasons ? (
          <p className={styles.what}>{t('shared.and_count_more', { count: left.length - mostReasons })}</p>
        ) : null}
      </>
    ),
    autoClose: false,
  });
}

function press(offer: Offer): void {
  void putBack(offer);
  if (offer.before instanceof HTMLElement && offer.before.isConnected) offer.before.focus();
}

/** Undoes the last action with `z`. */
export function UndoKey() {
  usePageKeys([
    [
      'z',
      (event) => {
        const write = writes.at(-1);
        const offer = offers.at(-1);
        if (write === undefined && offer === undefined) return;
        event.preventDefault();
        if (write !== undefined && write.number > (offer?.number ?? 0)) takeBack(write);
        else if (offer !== undefined) press(offer);
      },
    ],
  ]);
  return null;
}

/** The last move and its undo, in a page's bar. */
export function UndoInBar() {
  const id = useId();
  useLayoutEffect(() => {
    bars.set([...bars.get(), id]);
    return () => {
      bars.set(bars.get().filter((other) => other !== id));
      // The next page may have no bar.
      setTimeout(() => {
        const last = inBar.get().at(-1);
        if (last === undefined || bars.get().length > 0) return;
        inBar.get().forEach(forget);
        showNote(last);
      });
    };
  }, [id]);
  const isUsed = useStore(bars).at(-1) === id;
  const offer = useStore(inBar).at(-1);
  return (
    <div
      role="status"
      className={styles.bar}
      onMouseEnter={() => holdBar(true)}
      onMouseLeave={() => holdBar(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (offer !== undefined && !currentTarget.contains(relatedTarget)) offer.before = relatedTarget;
        holdBar(true);
      }}
      onBlur={() => holdBar(false)}
    >
      {isUsed && offer !== undefined ? <Line key={offer.id} offer={offer} /> : null}
    </div>
  );
}

function Line({ offer }: { offer: Offer }) {
  return (
    <div className={styles.line}>
      <p className={styles.what}>{offer.what}</p>
      <Button
        size="compact-sm"
        variant="default"
        className={styles.button as string}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {'z'}
          </Kbd>
        }
        aria-keyshortcuts="z"
        onClick={() => press(offer)}
      >
        {t('shared.undo')}
      </Button>
    </div>
  );
}

subscribeToSession(() => {
  const userId = getSession()?.user.id;
  for (const offer of [...offers]) if (offer.userId !== userId) drop(offer);
  for (const { id } of writes.filter((write) => write.userId !== userId)) notifications.hide(id);
  writes = writes.filter((write) => write.userId === userId);
});
