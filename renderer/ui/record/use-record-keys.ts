import { useHotkeys } from '@mantine/hooks';
import { isTyping } from '../is-typing.ts';
import { usePageKeys } from '../use-page-keys.ts';
import type { Steps } from './use-steps.ts';

type Move = { key: string; run: () => void };

/** j and k lead to the neighbours of a record, Escape leaves a field, and moves have keys of their own. */
export function useRecordKeys({ isLeft, toNext, toPrevious }: Steps, moves: readonly Move[] = []): void {
  const step = (go: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    // A held key goes no faster than people can look.
    if (!event.repeat || !isLeft()) go();
  };
  const move = (run: () => void) => (event: KeyboardEvent) => {
    if (event.repeat) return;
    event.preventDefault();
    // A move applies to the record on the screen, unless it has been left already.
    if (!isLeft()) run();
  };
  usePageKeys([
    ['j', step(toNext)],
    ['k', step(toPrevious)],
    ...moves.map(({ key, run }) => [key, move(run)] as const),
  ]);
  useHotkeys([['Escape', leaveField, { preventDefault: false }]], []);
}

function leaveField(event: KeyboardEvent): void {
  const field = event.target as HTMLElement;
  if (!event.defaultPrevented && isTyping(event) && field.matches('textarea, input')) field.blur();
}
