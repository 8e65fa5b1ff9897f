import type { Edit } from './markdown-marks.ts';

/** Makes an edit as if somebody typed it, so that the browser takes it back; not if the text would become too long. */
export function edit(area: HTMLTextAreaElement, { from, to, insert: text, start, end }: Edit): boolean {
  const length = area.value.length - (to - from) + text.length;
  if (area.maxLength >= 0 && length > area.maxLength) return false;
  area.focus();
  area.setSelectionRange(from, to);
  type(area, text);
  area.setSelectionRange(start, end);
  return true;
}

/** Puts a text in the place of the selection, and keeps the focus where it is; false if there is no room for it. */
export function insert(area: HTMLTextAreaElement, text: string): boolean {
  const { selectionStart: from, selectionEnd: to } = area;
  const length = area.value.length - (to - from) + text.length;
  if (area.maxLength >= 0 && length > area.maxLength) return false;
  if (document.activeElement === area) type(area, text);
  else replace(area, text);
  return true;
}

function type(area: HTMLTextAreaElement, text: string): void {
  if (text === '' && area.selectionStart === area.selectionEnd) return;
  // Deprecated, but the only edit that the browser's undo knows.
  const isTyped =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isTyped) replace(area, text);
}

function replace(area: HTMLTextAreaElement, text: string): void {
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
