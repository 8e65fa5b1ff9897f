import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/**
 * Leads from a page whose work is done to another one, which takes its place in the history unless told what stays `behind`.
 * Ends when the page it was called on is gone: a form that waits for it can't be sent a second time while the other one is on
 * its way. Whoever has left already is led nowhere.
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
