/** Whether a key belongs to a field, an open menu or a dialog rather than to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (
    target?.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]',
    )
  )
    return true;
  // Closed menus and lists may stay in the page while hidden.
  return [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((open) =>
    open.checkVisibility(),
  );
}
