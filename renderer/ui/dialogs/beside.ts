import { useMediaQuery } from '@mantine/hooks';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';

/** From this width on, a test opens next to its mission's table. */
const wideWindow = '(min-width: 1600px)';
const testPath = /^(\/missions\/[^/]+)\/tests\/[^/]+(\/history)?$/;

/** Whether tests take the whole width instead; lasts as long as the window is open. */
const takesAll = createStore(false);

export function useIsWide(): boolean {
  return useMediaQuery(wideWindow, undefined, { getInitialValueInEffect: false });
}

export function useIsBeside(): boolean {
  const takes = useStore(takesAll);
  return useIsWide() && !takes;
}

/** Gives a test the whole width, or puts it back next to its table. */
export function toggleBeside(): void {
  takesAll.set(!takesAll.get());
}

/** The page an address belongs to: a test next to its table belongs to its mission's page. */
export function toPageKey(pathname: string): string {
  const isBeside = matchMedia(wideWindow).matches && !takesAll.get();
  return isBeside ? pathname.replace(testPath, '$1') : pathname;
}
