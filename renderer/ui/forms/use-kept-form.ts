import { type UseFormInput, useForm } from '@mantine/form';
import { useState } from 'react';
import { pickChanged } from './pick-changed.ts';
import { useDraft } from './use-draft.ts';

type Kept<Values> = { changes: Partial<Values>; hadSecret: boolean };

type Options<Values> = Omit<UseFormInput<Values>, 'onValuesChange' | 'initialValues'> & {
  initialValues: Values;
  /** Key of the form's text among the person's drafts. */
  draft: string;
  /** Fields for passwords and tokens, whose values are never kept. */
  secrets?: readonly (keyof Values & string)[];
};

/**
 * A form whose text outlives its page and an ended session, until it is dropped. Keeps only differences from `initialValues`, so
 * that others' changes to other fields are neither hidden nor undone.
 */
export function useKeptForm<Values extends object>({
  draft: name,
  secrets = [],
  initialValues,
  ...options
}: Options<Values>) {
  const { restored, keep, drop } = useDraft<Kept<Values>>(name);
  const [basis] = useState(initialValues);
  const hasSecret = (values: Values) => secrets.some((field) => values[field] !== '');
  const form = useForm<Values>({
    ...options,
    initialValues: { ...basis, ...restored?.changes },
    onValuesChange: (values) => {
      const changes = pickChanged(basis, values, toComparable);
      for (const field of secrets) delete changes[field];
      const hadSecret = hasSecret(values) || (restored?.hadSecret ?? false);
      if (hadSecret || Object.keys(changes).length > 0) keep({ changes, hadSecret });
      else drop();
    },
  });
  return {
    form,
    /** Drops the typed text, once it is saved or discarded. */
    drop,
    /** The fields changed since the form was opened. */
    changes: pickChanged(basis, form.values, toComparable),
    /** A password or token was typed before, and must be typed again. */
    lostSecret: restored?.hadSecret === true && !hasSecret(form.values),
  };
}

/** The order of chosen ids doesn't matter. */
function toComparable(value: unknown): string {
  const isChoice = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return JSON.stringify(isChoice ? value.toSorted() : value);
}
