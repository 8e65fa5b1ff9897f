import { Combobox, Pill, PillsInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { longestSearch } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import { PickList } from './pick-list.tsx';
import { type Pickable, usePick } from './use-pick.ts';

type Props<Option extends Pickable> = {
  label: string;
  description?: string;
  placeholder: string;
  value: readonly Pickable[];
  text: string;
  setText: (text: string) => void;
  /** Matches of the text, best first, whether chosen or not. */
  found: readonly Option[];
  /** Whether the matches belong to this text. */
  isSettled: boolean;
  hint: string;
  /** Why nothing was found, if not for lack of a match. */
  failure?: string | null;
  onAdd: (option: Option) => void;
  onRemove: (id: string) => void;
  error?: ReactNode;
};

/** Picks several by id or name. Text that is typed but not picked blocks the form's submission. */
export function PillsPicker<Option extends Pickable>({
  label,
  description,
  placeholder,
  value,
  text,
  setText,
  found,
  isSettled,
  hint,
  failure = null,
  onAdd,
  onRemove,
  error,
}: Props<Option>) {
  const chosen = new Set(value.map(({ id }) => id));
  const options = found.filter(({ id }) => !chosen.has(id));
  const typed = text.trim();
  const pick = usePick({ setText, typed, options, isSettled, failure, onPick: onAdd });
  const { combobox, field } = pick;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.setCustomValidity(typed), [typed]);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const option = options.find((one) => one.id === id);
        if (option !== undefined) pick.take(option);
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          {...(description === undefined ? {} : { description })}
          error={pick.error ?? error}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {value.map(({ id, name }) => (
              <Pill
                key={id}
                withRemoveButton
                onRemove={() => onRemove(id)}
                removeButtonProps={{ 'aria-label': t('shared.remove_id_name', { id, name }) }}
              >
                {id} {toVisibleText(name)}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={input}
                role="combobox"
                value={text}
                aria-label={t('shared.label_id_or_name', { label })}
                placeholder={value.length === 0 ? placeholder : undefined}
                maxLength={longestSearch}
                onFocus={field.onFocus}
                onBlur={field.onBlur}
                onChange={(event) => field.onInput(event.currentTarget.value)}
                onKeyDown={(event) => {
                  field.onKeyDown(event);
                  const last = value.at(-1);
                  if (event.key !== 'Backspace' || text !== '' || last === undefined) return;
                  event.preventDefault();
                  onRemove(last.id);
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <PickList label={label} options={options} isTyped={typed !== ''} hint={failure ?? hint} />
    </Combobox>
  );
}
