import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { recallView, rememberView } from './remembered-views.ts';

/**
 * Restores a list as the person left it if the address has no filter, even behind a dialog opened by a link. The list's own
 * navigation entry clears its filters, and so does opening it from Home.
 */
export function useRememberedView(names: readonly string[]): void {
  const { pathname, state } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const isFirst = useRef(true);
  useEffect(() => {
    const comesBack = (isFirst.current && !state?.fromTop) || parameters.has('dialog');
    isFirst.current = false;
    const recalled = new URLSearchParams(recallView(pathname));
    const says = parameters.has('page') || names.some((name) => parameters.has(name));
    if (comesBack && !says && recalled.size > 0) {
      setParameters(new URLSearchParams([...parameters, ...recalled]), { replace: true, state });
      return;
    }
    const kept = new URLSearchParams();
    for (const name of names) {
      const value = parameters.get(name);
      if (value) kept.set(name, value);
    }
    rememberView(pathname, String(kept));
  }, [pathname, state, parameters, setParameters, names]);
}
