import { type FocusEvent, useEffect, useMemo, useState } from 'react';
import { usePeople } from '../../../api/accounts/presence.ts';
import { goTo } from '../../../api/connection/live.ts';
import { useUser } from '../../../api/connection/session.ts';
import type { FieldPeople } from '../../../ui/record/field-people.tsx';

/** Shares one's test and field with others, and returns theirs. Attach the handlers around the fields. */
export function usePlace(missionId: string, testId: string) {
  const me = useUser().id;
  const [field, setField] = useState<string | null>(null);
  useEffect(() => {
    goTo(missionId, me, { test_id: testId, ...(field === null ? {} : { field }) });
  }, [missionId, me, testId, field]);
  useEffect(() => () => goTo(missionId, me, {}), [missionId, me]);
  const everybody = usePeople(missionId);
  const people = useMemo<FieldPeople>(() => {
    const there = everybody.filter((person) => person.test_id === testId && person.id !== me);
    return Map.groupBy(there, (person) => person.field ?? '');
  }, [everybody, testId, me]);
  return {
    people,
    onFocus: (event: FocusEvent) => setField(findField(event.target)),
    onBlur: () => setField(null),
  };
}

/** The name of the field that contains the focused element. */
function findField(element: Element): string | null {
  const line = element.closest(':has(> [data-field])')?.querySelector(':scope > [data-field]');
  return line?.getAttribute('data-field') ?? null;
}
