import { useEffect, useRef } from 'react';
import { isTyping } from '../../ui/is-typing.ts';
import type { TestMoves } from './use-test-moves.tsx';

export const testKeys = [
  ['j', 'Next test'],
  ['k', 'Previous test'],
  ['e', 'Mark as executed (red)'],
  ['s', 'Skip (red)'],
  ['r', 'Mark as reviewed (blue)'],
  ['Ctrl V', 'Add a copied picture or file as evidence'],
  ['Esc', 'Leave a field, so that the keys work again'],
  ['?', 'These keys'],
] as const;

export function useTestKeys(given: { moves: TestMoves; onNext: () => void; onPrevious: () => void }): void {
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { moves, onNext, onPrevious } = latest.current;
      if (isTyping(event)) {
        const field = event.target as HTMLElement;
        if (event.key === 'Escape' && field.matches('textarea, input')) field.blur();
        return;
      }
      const move = moves.possible.find(({ key }) => key === event.key);
      if (event.key === 'j') onNext();
      else if (event.key === 'k') onPrevious();
      else if (move && !event.repeat) moves.run(move);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
