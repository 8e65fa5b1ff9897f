export type HeldKeys = {
  /** Stops withholding keys and returns the text typed in the meantime. */
  release: () => string;
};

/**
 * Withholds typed keys from the page until a field is ready to take them: on some pages a single letter changes something. Escape
 * releases the keyboard and calls `onCancel`.
 */
export function holdKeys(onCancel: () => void): HeldKeys {
  let typed = '';
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      removeEventListener('keydown', hold, true);
      onCancel();
    } else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
  };
  addEventListener('keydown', hold, true);
  return {
    release: () => {
      removeEventListener('keydown', hold, true);
      return typed;
    },
  };
}
