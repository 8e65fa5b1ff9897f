import { useCallback } from 'react';
import type { Choice } from '../../../api/catalogue/threats.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';

/** The distinct ids of a list in the address. */
export const toIds = (text: string) => [...new Set(text.split(',').filter((id) => id !== ''))];

/** The chosen threats and custom techniques, kept in the address next to `others`. */
export function useChoice<Other extends string>(others: readonly Other[]) {
  const filters = useFilters<Other | 'threats' | 'techniques'>(['threats', 'techniques', ...others]);
  const choice: Choice = {
    threats: toIds(filters.values.threats),
    techniques: toIds(filters.values.techniques),
  };
  const { set } = filters;
  const choose = useCallback(
    (change: Partial<Choice>) => {
      for (const [name, ids] of Object.entries(change)) {
        void set({ [name]: ids.join(',') || null } as Parameters<typeof set>[0]);
      }
    },
    [set],
  );
  return { ...filters, choice, choose, isNothing: choice.threats.length + choice.techniques.length === 0 };
}
