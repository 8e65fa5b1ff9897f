import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';

/** Row of the suggestions, above the findings. */
export const suggestionsRow = 'suggestions';

type Given = {
  box: RefObject<HTMLElement | null>;
  /** Row keys in list order. */
  rows: readonly string[];
  open: string | null;
  pathOf: (row: string) => string;
  list: string;
  /** Null for read-only users. */
  onAdd: (() => void) | null;
};

/**
 * j and k, or the arrows once a row has the focus, open one finding after the other; Enter moves from the row of the open one
 * into its fields, Escape back. Returns a function to focus the list.
 */
export function useFindingKeys({ box, rows, open, pathOf, list, onAdd }: Given): () => void {
  const navigate = useNavigate();
  const find = (row: string) => box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset.row ?? null;
  const stepBy = (by: number) => (event: KeyboardEvent) => {
    if (focused() === null && event.key.startsWith('Arrow')) return;
    const index = rows.indexOf(focused() ?? open ?? '');
    const target = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
    if (target === undefined) return;
    event.preventDefault();
    const row = find(target);
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    if (target !== open) void navigate(pathOf(target), { preventScrollReset: true });
  };
  const enter = (event: KeyboardEvent) => {
    if (open === null || focused() !== open) return;
    const field = document.querySelector<HTMLElement>('[data-detail] :is(input, textarea, button)');
    if (field === null) return;
    event.preventDefault();
    field.focus();
  };
  const toList = () => {
    const row = find(open ?? '');
    // On a narrow screen the list is not visible next to the finding.
    if (row?.checkVisibility()) row.focus();
    else void navigate(list, { preventScrollReset: true });
  };
  usePageKeys([
    ['j', stepBy(1)],
    ['k', stepBy(-1)],
    ['ArrowDown', stepBy(1)],
    ['ArrowUp', stepBy(-1)],
    ['Enter', enter],
    [
      'Escape',
      () => {
        if (open !== null) toList();
      },
    ],
    ...(onAdd === null
      ? []
      : ([
          [
            'n',
            (event: KeyboardEvent) => {
              event.preventDefault();
              onAdd();
            },
          ],
        ] as const)),
  ]);
  return toList;
}
