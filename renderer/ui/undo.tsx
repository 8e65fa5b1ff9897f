import { Button, Kbd } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { getSession, subscribeToSession } from '../api/session.ts';
import styles from './undo.module.css';
import { usePageKeys } from './use-page-keys.ts';

type Done = {
  /** What was done, in a few words. */
  what: ReactNode;
  /** Puts it back. Returns what could not be put back and why, a line each; throws where nothing could. */
  undo: () => Promise<readonly string[] | undefined>;
};

const undoForMs = 10_000;
const saidForMs = 4_000;
/** More would cover the page of somebody who goes from test to test. */
const mostOffered = 3;
const mostReasons = 3;

type Offer = Done & {
  id: string;
  userId: string;
  /** What had the focus before the note has it. */
  before: EventTarget | null;
};

/** What can be put back, the newest last. */
let offers: Offer[] = [];
let made = 0;

/**
 * Says what was done, and offers for ten seconds to put it back: by the button, or by `z` anywhere outside of a field. Hovering
 * and focusing hold the time. It stays while one goes from page to page, and goes with the session.
 */
export function offerUndo(done: Done): void {
  const userId = getSession()?.user.id;
  if (userId === undefined) return;
  made += 1;
  const offer: Offer = { ...done, id: `undo ${made}`, userId, before: null };
  const { id } = offer;
  const message = <Line offer={offer} />;
  const hold = (autoClose: false | number) => {
    if (offers.includes(offer)) notifications.update({ id, message, autoClose });
  };
  offers.push(offer);
  for (const old of offers.slice(0, -mostOffered)) drop(old);
  notifications.show({
    id,
    role: 'status',
    message,
    autoClose: undoForMs,
    onClose: () => forget(offer),
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) offer.before = relatedTarget;
      hold(false);
    },
    onBlur: () => hold(undoForMs),
  });
}

function forget(offer: Offer): void {
  offers = offers.filter((other) => other !== offer);
}

function drop(offer: Offer): void {
  forget(offer);
  notifications.hide(offer.id);
}

async function putBack(offer: Offer): Promise<void> {
  const { id, what, undo } = offer;
  forget(offer);
  notifications.update({ id, message: <p className={styles.what}>Undoing: {what}</p>, autoClose: false });
  const left = await undo().catch((error: Error) => [error.message]);
  // What is said of an exercise is not for whoever comes after.
  if (getSession()?.user.id !== offer.userId) {
    notifications.hide(id);
    return;
  }
  if (left === undefined || left.length === 0) {
    notifications.update({
      id,
      message: <p className={styles.what}>Undone: {what}</p>,
      autoClose: saidForMs,
    });
    return;
  }
  notifications.update({
    id,
    color: 'red',
    role: 'alert',
    title: 'Not all of it could be undone',
    message: (
      <>
        {left.slice(0, mostReasons).map((reason) => (
          <p key={reason} className={styles.what}>
            {reason}
          </p>
        ))}
        {left.length > mostReasons ? (
          <p className={styles.what}>and {left.length - mostReasons} more</p>
        ) : null}
      </>
    ),
    autoClose: false,
  });
}

function Line({ offer }: { offer: Offer }) {
  const press = () => {
    void putBack(offer);
    if (offer.before instanceof HTMLElement && offer.before.isConnected) offer.before.focus();
  };
  usePageKeys([
    [
      'z',
      (event) => {
        if (offers.at(-1) !== offer) return;
        event.preventDefault();
        press();
      },
    ],
  ]);
  return (
    <div className={styles.line}>
      <p className={styles.what}>{offer.what}</p>
      <Button
        size="compact-sm"
        variant="default"
        className={styles.button as string}
        rightSection={
          <Kbd size="xs" aria-hidden>
            z
          </Kbd>
        }
        aria-keyshortcuts="z"
        onClick={press}
      >
        Undo
      </Button>
    </div>
  );
}

subscribeToSession(() => {
  const userId = getSession()?.user.id;
  for (const offer of [...offers]) if (offer.userId !== userId) drop(offer);
});
