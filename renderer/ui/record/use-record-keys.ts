import { useHotkeys } from '@mantine/hooks';
import { isTyping } from '../keys/is-typing.ts';
import { usePageKeys } from '../keys/use-page-keys.ts';
import type { Steps } from './use-steps.ts';

type Move = { key: string; run: () => void };

/**
 * j and k move to the neighbours of a record, if it `leads`, in addition to the keys of its fields; moves have their own keys.
 */
export function useRecordKeys(
  { isLeft, toNext, toPrevious }: Steps,
  { moves = [], leads = true }: { moves?: readonly Move[]; leads?: boolean } = {},
): void {
  const step = (go: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    // A held key goes no faster than people can look.
    if (!event.repeat || !isLeft()) go();
  };
  const move = (run: () => void) => (event: KeyboardEvent) => {
    if (event.repeat) return;
    event.preventDefault();
    // A move applies to the record on screen, unless it has already been left.
    if (!isLeft()) run();
  };
  usePageKeys([
    ...(leads
      ? ([
          ['j', step(toNext)],
          ['k', step(toPrevious)],
        ] as const)
      : []),
    ...moves.map(({ key, run }) => [key, move(run)] as const),
  ]);
  useFieldKeys();
}

/** i moves into the fields to be edited, Escape leaves one. */
export function useFieldKeys(): void {
  usePageKeys([['i', enterFields]]);
  useHotkeys([['Escape', leaveField, { preventDefault: false }]], []);
}

function enterFields(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLElement>('main textarea[data-record-field]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

function leaveField(event: KeyboardEvent): void {
  const field = event.target as HTMLElement;
  if (!event.defaultPrevented && isTyping(event) && field.matches('textarea, input')) field.blur();
}
