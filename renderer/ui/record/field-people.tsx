import { IconPencil } from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import { t } from '../../words.ts';
import { Initials, type NamedPerson } from '../people/people-initials.tsx';

/** Other people in the fields of the record on screen. */
export type FieldPeople = ReadonlyMap<string, readonly NamedPerson[]>;

const nobody: FieldPeople = new Map();
const context = createContext(nobody);

export const FieldPeopleProvider = context.Provider;

/** Other people currently in a field. */
export function PeopleInField({ field }: { field: string }) {
  return (
    <Initials
      people={useContext(context).get(field) ?? []}
      sign={IconPencil}
      label={t('tests.in_this_field_now')}
    />
  );
}
