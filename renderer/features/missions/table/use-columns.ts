import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { TestColumn } from '../../../../domain/test-table.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import type { Row } from '../arrangement/rows.ts';
import { checkWidth, fitColumns, widthOf } from './columns.ts';

/** Width of the margins and the navigation, until it is measured. */
const usualMargin = innerWidth < 768 ? 32 : 222;

/**
 * The chosen columns, or as many default ones as fit; next to an open test only fitting ones are shown. Also returns whether they
 * are wider than the available width.
 */
export function useColumns({
  box,
  rows,
  isSelectable,
  isBeside,
}: {
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  isSelectable: boolean;
  isBeside: boolean;
}): { shown: readonly TestColumn[]; isWide: boolean } {
  const { columns } = usePreferences().test_table;
  const [width, setWidth] = useState(innerWidth - usualMargin);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const room = width - (isSelectable ? checkWidth : 0);
  const isChosen = columns !== null && (!isBeside || widthOf(columns) <= room);
  const shown = isChosen ? columns : fitColumns(rows, room);
  const key = shown.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns stay the same list, so that rows are not drawn again
  const stable = useMemo(() => shown, [key]);
  return { shown: stable, isWide: widthOf(shown) > room };
}
