import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/**
 * Goes from a finished page to another one, which replaces it in the history unless `behind` is given. Resolves when the calling
 * page is gone, so that a waiting form can't be submitted again meanwhile. Does nothing if the person has already left.
 */
export function useGo(): (path: string, behind?: string) => Promise<void> {
  const navigate = useNavigate();
  const isHere = useRef(false);
  const whenGone = useRef(() => {});
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      whenGone.current();
    };
  }, []);
  return (path, behind) =>
    new Promise((resolve) => {
      if (!isHere.current) return resolve();
      whenGone.current = resolve;
      if (behind !== undefined) history.replaceState(history.state, '', behind);
      void navigate(path, { replace: behind === undefined });
    });
}
