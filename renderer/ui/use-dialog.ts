import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/**
 * The dialog that is open on a page, one of `names`, and which of `items` it is about. It stands in the address: a reload,
 * and the sign-in after a session that ended, lead back into it. The item stays as it was when the dialog was opened.
 */
export function useDialog<Name extends string, Item extends { id: string }>(
  names: readonly Name[],
  items: readonly Item[] = [],
) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const inAddress = parameters.get('dialog');
  // The address changes when everything else has been drawn; a dialog whose work is done goes at once.
  const [closed, setClosed] = useState<string | null>(null);
  if (closed !== null && closed !== inAddress) setClosed(null);
  const [asked, id] = (inAddress === closed ? '' : (inAddress ?? '')).split('.');
  const [held, setHeld] = useState<Item | null>(null);
  const item = held !== null && held.id === id ? held : (items.find((other) => other.id === id) ?? null);
  if (item !== held) setHeld(item);
  const set = async (dialog: string | null) => {
    setClosed(dialog === null ? inAddress : null);
    const next = new URLSearchParams(parameters);
    if (dialog === null) next.delete('dialog');
    else next.set('dialog', dialog);
    await navigate(`?${next}`, { replace: true });
  };
  return {
    name: names.find((name) => name === asked) ?? null,
    item,
    open: (name: Name, about?: Item) => set(about === undefined ? name : `${name}.${about.id}`),
    close: () => set(null),
  };
}
