import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { type RemediationStatus, remediationStatuses } from '../../../../domain/remediations.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';

type Board = {
  box: RefObject<HTMLElement | null>;
  byStatus: ReadonlyMap<RemediationStatus, readonly Remediation[]>;
  onMove: ((remediation: Remediation, to: RemediationStatus) => void) | null;
};

/**
 * The arrows move between cards, and with Shift they move the card to the next status. Returns handlers for the board, and a
 * function to focus a card once it is at its new place.
 */
export function useBoardKeys({ box, byStatus, onMove }: Board) {
  const awaited = useRef<string | null>(null);
  const focus = (id: string) => {
    const card = box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-open]`);
    card?.focus();
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // Moving a card to another list loses its focus.
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const id = awaited.current;
    awaited.current = null;
    focus(id);
  });
  const follow = (id: string) => {
    awaited.current = id;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const id = target.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (id === undefined || !target.matches('[data-open]') || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const status = remediationStatuses.find((one) => byStatus.get(one)?.some((card) => card.id === id));
    if (status === undefined) return;
    const cards = byStatus.get(status) ?? [];
    const index = cards.findIndex((card) => card.id === id);
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.shiftKey) {
      const to =
        side === undefined ? undefined : remediationStatuses[remediationStatuses.indexOf(status) + side];
      if (to === undefined || onMove === null) return;
      event.preventDefault();
      follow(id);
      onMove(cards[index] as Remediation, to);
      return;
    }
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next =
      down !== undefined
        ? cards[index + down]
        : side === undefined
          ? undefined
          : findBeside(byStatus, status, side, index);
    if (next === undefined) return;
    event.preventDefault();
    focus(next.id);
  };
  return { onKeyDown, follow };
}

/** The card at about the same height in the next non-empty list. */
function findBeside(
  byStatus: Board['byStatus'],
  from: RemediationStatus,
  side: number,
  index: number,
): Remediation | undefined {
  for (let at = remediationStatuses.indexOf(from) + side; ; at += side) {
    const status = remediationStatuses[at];
    if (status === undefined) return undefined;
    const cards = byStatus.get(status) ?? [];
    if (cards.length > 0) return cards[Math.min(index, cards.length - 1)];
  }
}
