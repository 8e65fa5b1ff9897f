import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { dialogItem } from '../../api/dialogs.ts';
import { useGo } from '../pages/use-go.ts';

/**
 * The dialog that is open on a page, one of `names`, and which item it is about. It stands in the address: a reload, and the
 * sign-in after a session that ended, lead back into it. The item stays as it was when the dialog was opened; `read` brings
 * one that the page's list does not show, or shows no more. Where one may not, a link opens none; what is open already stays
 * with what was typed into it, and the server's refusal says why.
 */
export function useDialog<Name extends string, Item extends { id: string }>(
  names: readonly Name[],
  {
    may = true,
    list,
  }: {
    may?: boolean;
    list?: { items: readonly Item[] | undefined; read: (id: string) => Promise<Item> };
  } = {},
) {
  const navigate = useNavigate();
  const go = useGo();
  const [parameters] = useSearchParams();
  const inAddress = parameters.get('dialog') ?? '';
  // The address follows when everything else has been drawn: until then this is what was asked for.
  const [next, setNext] = useState<string | null>(null);
  if (next === inAddress) setNext(null);
  const shown = next ?? inAddress;
  const turns = useRef(0);
  const turn = turns.current;
  const [allowed, setAllowed] = useState('');
  if (may && allowed !== shown) setAllowed(shown);
  const [asked, id] = shown.split('.');
  const [held, setHeld] = useState<Item | null>(null);
  const known = held !== null && held.id === id ? held : list?.items?.find((item) => item.id === id);
  // The dialogs of another part of the page are about other things.
  const isOwn = names.some((name) => name === asked);
  const isElsewhere = isOwn && id !== undefined && known === undefined && list?.items !== undefined;
  const elsewhere = useQuery(dialogItem(shown, isElsewhere ? () => list.read(id) : null));
  const item = known ?? elsewhere.data ?? null;
  if (item !== held) setHeld(item);
  const toAddress = (dialog: string) => {
    // The address of the page behind may be newer than the drawing.
    const changed = new URLSearchParams(window.location.search);
    if (dialog === '') changed.delete('dialog');
    else changed.set('dialog', dialog);
    return `?${changed}`;
  };
  const set = (dialog: string) => {
    turns.current += 1;
    setNext(dialog);
    return navigate(toAddress(dialog), { replace: true });
  };
  return {
    name: (allowed === shown && names.find((name) => name === asked)) || null,
    item,
    open: (name: Name, about?: Item) => set(about === undefined ? name : `${name}.${about.id}`),
    /** Closes the dialog this was given to: the answer to a save may come when that was left and one was opened since. */
    close: () => (turns.current === turn ? set('') : undefined),
    /** Leads on to what was made in the dialog, which stays until then; the way back leads to its page and not into it. */
    leaveFor: (path: string) => go(path, toAddress('')),
  };
}
