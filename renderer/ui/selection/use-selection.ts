import { useState } from 'react';
import { useLocation } from 'react-router';
import { isDraftOf, makeDraftKey, onForget, useUser } from '../../api/connection/session.ts';

/** Limit per action: each item is processed separately. */
const mostSelected = 1000;

type Item = { id: string };
type Chosen = ReadonlyMap<string, Item>;

/** Selection of each list, by person: only in the page's memory. */
const kept = new Map<string, Chosen>();

onForget((owner) => {
  for (const key of kept.keys()) if (!isDraftOf(key, owner)) kept.delete(key);
});

const nothing: Chosen = new Map();

/**
 * Selected items of a list, across its pages and filters, until they are cleared or gone. `shown` is the visible page, `total`
 * the number that match the filters, and `readAll` reads those.
 */
export function useSelection<Each extends Item>({
  list,
  shown,
  total,
  isStale,
  readAll,
}: {
  list: string;
  shown: readonly Each[];
  total: number;
  isStale: boolean;
  readAll: () => Promise<readonly Each[]>;
}) {
  const key = makeDraftKey(useUser().id, list);
  const { search } = useLocation();
  const [chosen, setChosen] = useState<Chosen>(() => kept.get(key) ?? nothing);
  const [allOf, setAllOf] = useState<string | null>(null);
  const [last, setLast] = useState({ search, shown });
  const put = (next: Chosen) => {
    kept.set(key, next);
    setChosen(next);
    setAllOf(null);
  };
  if (!isStale && last.shown !== shown) {
    setLast({ search, shown });
    // Rows that disappear from this page are deselected.
    const gone = last.search === search ? last.shown.filter(({ id }) => !has(shown, id)) : [];
    if (gone.some(({ id }) => chosen.has(id))) {
      put(new Map([...chosen].filter(([id]) => !has(gone, id))));
    }
  }
  const elsewhere = [...chosen.values()].filter(({ id }) => !has(shown, id));
  const here = shown.filter(({ id }) => chosen.has(id));
  const select = (items: readonly Item[]) => put(new Map(items.map((item) => [item.id, item])));
  const isAllHere = shown.length > 0 && here.length === shown.length;
  return {
    /** Last known states, with this page's rows last. */
    selected: [...elsewhere, ...here] as Each[],
    elsewhere: elsewhere.length,
    isAllHere,
    isSomeHere: here.length > 0,
    /** Total to offer for selection at once; null if all are selected, or there are too many. */
    offersAll: isAllHere && total > shown.length && total <= mostSelected && allOf !== search ? total : null,
    has: (id: string) => chosen.has(id),
    toggle: (item: Each) =>
      select(
        chosen.has(item.id)
          ? [...elsewhere, ...here.filter(({ id }) => id !== item.id)]
          : [...elsewhere, ...shown.filter(({ id }) => chosen.has(id) || id === item.id)],
      ),
    toggleAllHere: () => select(isAllHere ? elsewhere : [...elsewhere, ...shown]),
    selectAll: async () => {
      const all = await readAll();
      select([...elsewhere.filter(({ id }) => !has(all, id)), ...all]);
      setAllOf(search);
    },
    clear: () => select([]),
  };
}

const has = (items: readonly Item[], id: string) => items.some((item) => item.id === id);

export type Selection = ReturnType<typeof useSelection<Item>>;
