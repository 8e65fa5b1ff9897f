import { contentId } from './skip-link.tsx';

const remembered = 8;
const frames = '[role="dialog"], main, header, nav';
const controls =
  'a[href], button, summary, input:is([type="checkbox"], [type="radio"]), [tabindex="0"]:not(input, textarea)';

/**
 * Keeps the focus on the page, where Tab and a screen reader continue, until the returned function is called. If the focused
 * element goes away, the focus moves to what took its place or follows it, then to the button or link that had it before, then
 * to the content, but never to a field, which would take the page's keys. A control that was disabled while it worked gets it
 * back. A loaded page starts at its top instead.
 */
export function keepFocus(): () => void {
  /** Elements that had the focus, the last one first. One that is gone is replaced by what follows it. */
  let last: HTMLElement[] = [];
  let lost: HTMLElement | null = null;
  /** Whether the person left the last one, with Escape, so that the page has the keys. */
  let isLeft = false;
  let frame = 0;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = [target, ...last.filter((one) => one !== target)].slice(0, remembered);
    lost = null;
    isLeft = false;
  };
  const leave = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    queueMicrotask(() => {
      const isThere = target.isConnected && !target.matches(':disabled');
      if (isThere && document.activeElement === document.body) isLeft = true;
    });
  };
  const giveBack = () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const [first] = last;
    if (first?.matches(':disabled')) return;
    const isBack = (one: HTMLElement) => one === lost || one.matches(`${controls}, ${frames}`);
    const next = last.find((one) => isUsable(one) && isBack(one)) ?? document.getElementById(contentId);
    next?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((records) => {
    const [first] = last;
    const isGone = first !== undefined && (!first.isConnected || first.matches(':disabled'));
    if (isGone && !isLeft) lost ??= first;
    if (first === undefined && lost === null) return;
    last = last.flatMap((one) => (one.isConnected ? [one] : (findNext(one, records) ?? [])));
    if (lost === null) return;
    // A dialog that opens, and one that closes, moves the focus itself.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => requestAnimationFrame(giveBack));
  });
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', leave);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', note);
    document.removeEventListener('focusout', leave);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

const isUsable = (element: HTMLElement) => !element.matches(':disabled') && element.checkVisibility();

/** The control that follows a removed element, in the innermost part of its page or dialog that still has one. */
function findNext(gone: HTMLElement, records: readonly MutationRecord[]): HTMLElement | null {
  const removal = records.findLast(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(gone)),
  );
  if (removal === undefined || !(removal.target instanceof HTMLElement)) return null;
  const { target, previousSibling } = removal;
  if (!target.isConnected) return findNext(target, records);
  const frame = target.closest<HTMLElement>(frames);
  if (frame === null) return null;
  let before = previousSibling?.parentNode === target ? previousSibling : null;
  let after = before === null ? target.firstChild : before.nextSibling;
  for (let box: HTMLElement = target; box !== frame; ) {
    const found = findControl(after, 'nextSibling') ?? findControl(before, 'previousSibling');
    if (found !== null) return found;
    before = box.previousSibling;
    after = box.nextSibling;
    if (box.parentElement === null) break;
    box = box.parentElement;
  }
  return frame.hasAttribute('tabindex') ? frame : null;
}

function findControl(from: Node | null, towards: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = from; node !== null; node = node[towards]) {
    if (!(node instanceof HTMLElement)) continue;
    const found = [node, ...node.querySelectorAll<HTMLElement>(controls)].filter(
      (one) => one.matches(controls) && one.tabIndex >= 0 && isUsable(one),
    );
    const nearest = towards === 'nextSibling' ? found[0] : found.at(-1);
    if (nearest !== undefined) return nearest;
  }
  return null;
}
