import { useEffect, useRef } from 'react';
import { isTyping } from '../../../ui/is-typing.ts';
import { testMoveKey } from '../mission-words.ts';
import type { TestMoves } from './use-test-moves.tsx';

type Given = { moves: TestMoves; isLeft: () => boolean; onNext: () => void; onPrevious: () => void };

export function useTestKeys(given: Given): void {
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { moves, isLeft, onNext, onPrevious } = latest.current;
      if (isTyping(event)) {
        const field = event.target as HTMLElement;
        if (event.key === 'Escape' && field.matches('textarea, input')) field.blur();
        return;
      }
      const move = moves.possible.find(({ name }) => testMoveKey[name] === event.key);
      const step = event.key === 'j' ? onNext : event.key === 'k' ? onPrevious : null;
      if (step === null && (move === undefined || event.repeat)) return;
      event.preventDefault();
      // A held key goes no faster than one can look, and a move is for the test one sees and is still at.
      if (isLeft() && (step === null || event.repeat)) return;
      if (step !== null) step();
      else if (move !== undefined) moves.run(move);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
