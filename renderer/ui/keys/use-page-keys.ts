import { useHotkeys } from '@mantine/hooks';
import { isTyping } from './is-typing.ts';

/** Keys of a page: they mean nothing while somebody types, or while something is open over it. */
export function usePageKeys(keys: readonly (readonly [string, (event: KeyboardEvent) => void])[]): void {
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
