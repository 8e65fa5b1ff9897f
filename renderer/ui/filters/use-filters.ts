import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The order is separate from the filters: it hides nothing, and clearing the filters keeps it. */
const orderNames = ['sort', 'order'];

type Changes<Name extends string> = Partial<Record<Name, string | null>>;

/** Filters kept in the address, so that a list can be linked, reloaded and returned to. A changed filter returns to page 1. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  // The address only changes once everything else has been rendered; a second change until then builds on the first.
  const latest = useRef(parameters);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (sent.current !== null && sent.current !== String(parameters)) return;
    latest.current = parameters;
    sent.current = null;
  }, [parameters]);
  const change = useCallback(
    (edit: (next: URLSearchParams) => void, options?: { replace: boolean }) => {
      const next = new URLSearchParams(latest.current);
      edit(next);
      latest.current = next;
      sent.current = String(next);
      return setParameters(next, options);
    },
    [setParameters],
  );
  const set = useCallback(
    (changes: Changes<Name> | ((latest: (name: Name) => string) => Changes<Name>)) =>
      change(
        (next) => {
          const changed = typeof changes === 'function' ? changes((name) => next.get(name) ?? '') : changes;
          next.delete('page');
          for (const [name, value] of Object.entries(changed) as [string, string | null][]) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
        },
        { replace: true },
      ),
    [change],
  );
  const clear = useCallback(
    () =>
      change(
        (next) => {
          for (const name of [...next.keys()]) if (!orderNames.includes(name)) next.delete(name);
        },
        { replace: true },
      ),
    [change],
  );
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const toPage = useCallback(
    (to: number) =>
      change((next) => {
        if (to > 1) next.set('page', String(to));
        else next.delete('page');
      }),
    [change],
  );
  return {
    values,
    set,
    clear,
    page,
    toPage,
    active: names.some((name) => !orderNames.includes(name) && values[name] !== ''),
  };
}
