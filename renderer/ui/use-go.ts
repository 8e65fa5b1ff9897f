import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/**
 * Leads from a page whose work is done to another one, which takes its place in the history unless told otherwise. Ends when
 * the page it was called on is gone: a form that waits for it can not be sent a second time while the other one is on its way.
 */
export function useGo(): (path: string, options?: { replace: boolean }) => Promise<void> {
  const navigate = useNavigate();
  const whenGone = useRef(() => {});
  useEffect(() => () => whenGone.current(), []);
  return (path, options = { replace: true }) =>
    new Promise((resolve) => {
      whenGone.current = resolve;
      void navigate(path, options);
    });
}
