import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Filters in the address, so that a list can be linked to, reloaded and gone back to. A changed filter leads to page 1. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = useCallback(
    (changed: Partial<Record<Name, string | null>>) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('page');
          for (const [name, value] of Object.entries(changed) as [string, string | null][]) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const clear = useCallback(() => setParameters({}, { replace: true }), [setParameters]);
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const toPage = useCallback(
    (next: number) =>
      setParameters((current) => {
        const changed = new URLSearchParams(current);
        if (next > 1) changed.set('page', String(next));
        else changed.delete('page');
        return changed;
      }),
    [setParameters],
  );
  return { values, set, clear, page, toPage, active: names.some((name) => values[name] !== '') };
}
