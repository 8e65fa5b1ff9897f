import { useSyncExternalStore } from 'react';
import type { FieldState, FieldWriter, Value } from './field-writer.ts';

/** State of one field in a writer; a keystroke re-renders only this field. */
export function useFieldState<Field extends string>(
  writer: FieldWriter<Field>,
  field: Field,
): FieldState | undefined {
  return useSyncExternalStore(writer.states.subscribe, () => writer.states.get()[field]);
}

/** A field's shown value: the draft for people who may write it, the server's value for others. */
export function useShownValue<Field extends string>({
  values,
  field,
  writer,
  readOnly = false,
}: {
  values: Readonly<Record<Field, Value>>;
  field: Field;
  writer: FieldWriter<Field>;
  readOnly?: boolean;
}): Value {
  const draft = useFieldState(writer, field)?.draft;
  return draft && !readOnly ? draft.value : values[field];
}
