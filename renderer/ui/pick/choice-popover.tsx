import { Popover } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

/** Where Escape does not close a dialog around it. */
const keepsDialog = 'data-mantine-stop-propagation';

/** Properties of the button that opens a choice and closes it. */
type Opening = {
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: () => void;
};

type Props = {
  label: string;
  width: number;
  position: 'bottom-start' | 'bottom-end';
  /** Whether it has nothing to focus until it is loaded. */
  loads?: boolean;
  button: (opening: Opening) => ReactNode;
  /** Takes a function that closes the choice and leaves the focus to the caller. */
  children: (close: () => void) => ReactNode;
};

/** A choice that a button opens beside it. Escape closes it alone, not the dialog or the page around it. */
export function ChoicePopover({ label, width, position, loads = false, button, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isTaken, setTaken] = useState(false);
  // Escape also works when the focus is elsewhere on the page.
  useHotkeys(isOpen ? [['Escape', () => setOpen(false)]] : [], []);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  const opening = {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    ...(isOpen ? { [keepsDialog]: 'true' } : {}),
    onKeyDown: closeByEscape,
    onClick: () => {
      setTaken(false);
      setOpen(!isOpen);
    },
  } as const;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      // Otherwise a tooltip around the button, not the button, would announce that it opens a dialog.
      withRoles={false}
      position={position}
      width={`min(${width}px, calc(100vw - 16px))`}
      keepMounted={false}
      closeOnEscape={false}
      trapFocus
      returnFocus={!isTaken}
    >
      <Popover.Target>{button(opening)}</Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        onKeyDownCapture={closeByEscape}
        // A dialog asks only the element that has the focus.
        onFocusCapture={({ target }) => target.setAttribute(keepsDialog, 'true')}
      >
        <div {...(loads ? { tabIndex: -1, 'data-autofocus': true } : {})}>
          {children(() => {
            setTaken(true);
            setOpen(false);
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
