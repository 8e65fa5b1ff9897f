import { useMediaQuery } from '@mantine/hooks';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';

/** From this width on a test opens next to the table of its mission. */
const wideWindow = '(min-width: 1600px)';
const testPath = /^(\/missions\/[^/]+)\/tests\/[^/]+(\/history)?$/;

/** Whether tests take the whole width instead, as long as the window is open. */
const takesAll = createStore(false);

export function useIsWide(): boolean {
  return useMediaQuery(wideWindow, undefined, { getInitialValueInEffect: false });
}

export function useIsBeside(): boolean {
  const takes = useStore(takesAll);
  return useIsWide() && !takes;
}

/** Gives a test the whole width, or puts it next to its table again. */
export function toggleBeside(): void {
  takesAll.set(!takesAll.get());
}

/** Page of an address: next to its table, a test belongs to the page of its mission. */
export function toPageKey(pathname: string): string {
  const isBeside = matchMedia(wideWindow).matches && !takesAll.get();
  return isBeside ? pathname.replace(testPath, '$1') : pathname;
}
