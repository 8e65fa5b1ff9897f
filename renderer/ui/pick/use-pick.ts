import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';

export type Pickable = { id: string; name: string; where?: string };

export type Pick<Option extends Pickable> = {
  combobox: ReturnType<typeof useCombobox>;
  /** Why the typed text is not a choice; null while typing continues. */
  error: string | null;
  take: (option: Option) => void;
  field: {
    onFocus: () => void;
    onBlur: () => void;
    onInput: (text: string) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
};

/**
 * Picking by typing: Enter takes the highlighted or first match, even one still loading. Unmatched text stays and is an error;
 * Escape clears the field.
 */
export function usePick<Option extends Pickable>({
  setText,
  typed,
  options,
  isSettled,
  failure = null,
  onPick,
}: {
  setText: (text: string) => void;
  /** Typed text that is not yet a choice; empty while the field shows the choice. */
  typed: string;
  /** The matches, best first. */
  options: readonly Option[];
  /** Whether the matches belong to this text. */
  isSettled: boolean;
  /** Why there are none. */
  failure?: string | null;
  onPick: (option: Option) => void;
}): Pick<Option> {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [isWrong, setWrong] = useState(false);
  const isAsked = useRef(false);
  const forget = () => {
    isAsked.current = false;
    setWrong(false);
  };
  const take = (option: Option) => {
    forget();
    setText('');
    onPick(option);
    // Closes the list to uncover the content below; typing opens it again.
    combobox.closeDropdown();
  };
  const takeFirst = () => {
    isAsked.current = false;
    const [first] = options;
    if (first === undefined) setWrong(true);
    else take(first);
  };
  const answer = useEffectEvent(() => {
    if (isAsked.current) takeFirst();
  });
  useEffect(() => {
    if (isSettled) answer();
  }, [isSettled]);
  return {
    combobox,
    error: isWrong && typed !== '' ? (failure ?? explain(typed, isSettled && options.length === 0)) : null,
    take,
    field: {
      onFocus: () => combobox.openDropdown(),
      onBlur: () => {
        combobox.closeDropdown();
        if (typed !== '' && !isAsked.current) setWrong(true);
      },
      onInput: (next) => {
        forget();
        setText(next);
        combobox.openDropdown();
        combobox.resetSelectedOption();
      },
      onKeyDown: (event) => {
        if (event.nativeEvent.isComposing || typed === '') return;
        if (event.key === 'Escape' && !combobox.dropdownOpened) {
          event.stopPropagation();
          event.nativeEvent.stopImmediatePropagation();
          forget();
          setText('');
        }
        if (event.key !== 'Enter') return;
        if (isSettled && combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1) return;
        event.preventDefault();
        combobox.resetSelectedOption();
        if (isSettled) takeFirst();
        else isAsked.current = true;
      },
    },
  };
}

function explain(typed: string, isUnknown: boolean): string {
  const what = typed.length > 40 ? `${typed.slice(0, 40)} …` : typed;
  return isUnknown
    ? t('shared.nothing_is_called_what', { what: toVisibleText(what) })
    : t('shared.what_is_not_chosen_press_enter', { what: toVisibleText(what) });
}
