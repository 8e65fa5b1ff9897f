import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { dialogItem } from '../../api/dialogs.ts';
import { useGo } from '../pages/use-go.ts';

/**
 * The open dialog of a page, one of `names`, and its item. The address contains it, so it survives a reload and a new sign-in.
 * The item keeps its state from when the dialog was opened; `read` fetches one that the page's list no longer shows. Without the
 * permission, a link opens no dialog; an open one keeps its typed text, and the server's refusal explains why.
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
  // The requested dialog; the address only changes once everything else has been rendered.
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
  // Dialogs of other parts of the page have other items.
  const isOwn = names.some((name) => name === asked);
  const isElsewhere = isOwn && id !== undefined && known === undefined && list?.items !== undefined;
  const elsewhere = useQuery(dialogItem(shown, isElsewhere ? () => list.read(id) : null));
  const item = known ?? elsewhere.data ?? null;
  if (item !== held) setHeld(item);
  const toAddress = (dialog: string) => {
    // The current address may be newer than the rendered one.
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
    /** Closes only this dialog: a save may finish after it was closed and another one opened. */
    close: () => (turns.current === turn ? set('') : undefined),
    /** Goes to the object created in the dialog, which stays open until then; Back doesn't reopen the dialog. */
    leaveFor: (path: string) => go(path, toAddress('')),
  };
}
