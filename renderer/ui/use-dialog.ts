import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/**
 * The dialog that is open on a page, one of `names`, and which item it is about. It stands in the address: a reload, and the
 * sign-in after a session that ended, lead back into it. The item stays as it was when the dialog was opened; `read` brings
 * one that the page's list does not show, or shows no more.
 */
export function useDialog<Name extends string, Item extends { id: string }>(
  names: readonly Name[],
  list?: { items: readonly Item[] | undefined; read: (id: string) => Promise<Item> },
) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const inAddress = parameters.get('dialog') ?? '';
  // The address follows when everything else has been drawn: until then this is what was asked for.
  const [next, setNext] = useState<string | null>(null);
  if (next === inAddress) setNext(null);
  const shown = next ?? inAddress;
  const [asked, id] = shown.split('.');
  const [held, setHeld] = useState<Item | null>(null);
  const known = held !== null && held.id === id ? held : list?.items?.find((item) => item.id === id);
  const isElsewhere = id !== undefined && known === undefined && list?.items !== undefined;
  const elsewhere = useQuery({
    queryKey: ['dialog', shown],
    queryFn: isElsewhere ? () => list.read(id) : skipToken,
    gcTime: 0,
  });
  const item = known ?? elsewhere.data ?? null;
  if (item !== held) setHeld(item);
  const set = async (dialog: string) => {
    setNext(dialog);
    const changed = new URLSearchParams(parameters);
    if (dialog === '') changed.delete('dialog');
    else changed.set('dialog', dialog);
    await navigate(`?${changed}`, { replace: true });
  };
  return {
    name: names.find((name) => name === asked) ?? null,
    item,
    open: (name: Name, about?: Item) => set(about === undefined ? name : `${name}.${about.id}`),
    close: () => set(''),
  };
}
