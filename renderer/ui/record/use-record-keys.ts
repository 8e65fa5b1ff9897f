import { useHotkeys } from '@mantine/hooks';
import { isTyping } from '../keys/is-typing.ts';
import { usePageKeys } from '../keys/use-page-keys.ts';
import type { Steps } from './use-steps.ts';

type Move = { key: string; run: () => void };

/** The keys of a record: j and k move to its neighbours if it `leads`, others act on its fields. Moves have their own keys. */
export function useRecordKeys(
  { isLeft, toNext, toPrevious }: Steps,
  { moves = [], leads = true }: { moves?: readonly Move[]; leads?: boolean } = {},
): void {
  const step = (go: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    // A held key waits for each record to be shown.
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

/** i enters the editable fields, Escape leaves the current one. */
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
  if (!event.defaultPrevented && isTyping(event) && field.matches('textarea,input,select')) field.blur();
}
