import { useHotkeys } from '@mantine/hooks';
import { isTyping } from './is-typing.ts';

export type PageKey = readonly [key: string, run: (event: KeyboardEvent) => void];

/** Keys of a page: inactive while a field has the focus, or while something is open over the page. */
export function usePageKeys(keys: readonly PageKey[]): void {
  useHotkeys(
    keys.map(([key, run]) => [
      key,
      (event) => {
        if (!event.defaultPrevented && !isTyping(event)) run(event);
      },
      { preventDefault: false },
    ]),
    [],
  );
}
