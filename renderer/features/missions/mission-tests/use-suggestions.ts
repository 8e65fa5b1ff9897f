import { useQuery } from '@tanstack/react-query';
import { type HostField, hostFields } from '../../../../domain/test-record.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { useStore } from '../../../api/connection/use-store.ts';
import { testSuggestions } from '../../../api/missions/mission-tests.ts';
import type { FieldWriter } from '../../../ui/record/field-writer.ts';
import type { TestField } from './test-record.ts';

const suggestedFields = ['command', ...hostFields] as const;
type SuggestedField = (typeof suggestedFields)[number];

export type SuggestedFields = {
  /** Most likely values. */
  values: Partial<Record<SuggestedField, string>>;
  /** Values to pick from: the suggested one, then those of the mission. */
  chips: Partial<Record<HostField, readonly string[]>>;
  /** In a retest, number of the run with the suggested values. */
  run: number | null;
  /** Fills every empty field that has a suggested value; null for people who may not. */
  take: (() => void) | null;
};

const nothing: SuggestedFields = { values: {}, chips: {}, run: null, take: null };
const mostChips = 5;

/** Suggestions for red: the previous run in a retest, else their last test of the mission. */
export function useSuggestions(
  test: MissionTest | undefined,
  may: boolean,
  writer: FieldWriter<TestField>,
): SuggestedFields {
  const isAtWork = may && (test?.status === 'pending' || test?.status === 'executed');
  const query = testSuggestions(test?.mission_id ?? '', test?.id ?? '', test?.run.number ?? 1);
  const { data } = useQuery({ ...query, enabled: isAtWork });
  if (test === undefined || data === undefined || !isAtWork) return nothing;
  const values = Object.fromEntries(
    suggestedFields.flatMap((field) => (data[field] === null ? [] : [[field, data[field]]])),
  );
  const chips = Object.fromEntries(
    hostFields.map((field) => {
      const known = [data[field], ...data.seen[field]].filter((text) => text !== null);
      return [field, [...new Set(known)].slice(0, mostChips)];
    }),
  );
  const take = () => {
    for (const field of listEmpty(writer, values)) writer.edit(field, values[field] ?? null);
    void writer.flush();
  };
  return { values, chips, run: test.closed_runs > 0 ? test.run.number - 1 : null, take };
}

/** Empty fields with a suggested value; rendered again as one is filled. */
export function useEmptyFields(
  writer: FieldWriter<TestField>,
  { values }: SuggestedFields,
): SuggestedField[] {
  useStore(writer.states);
  return listEmpty(writer, values);
}

function listEmpty(writer: FieldWriter<TestField>, values: SuggestedFields['values']): SuggestedField[] {
  return suggestedFields.filter((field) => values[field] !== undefined && !writer.valueOf(field));
}
