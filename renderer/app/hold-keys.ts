export type HeldKeys = {
  /** Gives the keyboard back and returns what was typed meanwhile. */
  release: () => string;
};

/**
 * Keeps what is typed from the page until a field is there to take it: on some pages a letter alone changes something.
 * Escape gives the keyboard back and calls `onCancel`.
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
