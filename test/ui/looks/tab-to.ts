import { expect, type Locator, type Page } from '@playwright/test';

export type Role = 'button' | 'link' | 'textbox' | 'checkbox' | 'combobox' | 'radio';

type Focus = { isThere: boolean; isGone: boolean; isSeen: boolean };

/**
 * The focused element, and whether focus is visible on it: an outline of the element or of its drawn part, or another border
 * colour of an input.
 */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not known here
function lookAtFocus(target: any): Focus {
  // biome-ignore lint/suspicious/noExplicitAny: so does this
  const { document, getComputedStyle } = globalThis as any;
  const focused = document.activeElement;
  const isOutlined = (element: unknown) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  const isSeen = () => {
    if (focused === null || focused === document.body) return true;
    if (focused.nextElementSibling !== null && isOutlined(focused.nextElementSibling)) return true;
    for (let element = focused; element !== document.body; element = element.parentElement) {
      if (isOutlined(element)) return true;
      const style = getComputedStyle(element);
      const border = style.getPropertyValue('--input-bd').trim();
      const isOther = border !== '' && border === style.getPropertyValue('--input-bd-focus').trim();
      if (isOther && Number.parseFloat(style.borderTopWidth) >= 1) return true;
    }
    return false;
  };
  return { isThere: focused === target, isGone: !target.isConnected, isSeen: isSeen() };
}

/** Presses Tab until this element has the focus, which must be visible on it and on every element before it. */
export async function tabTo(page: Page, role: Role, name: string | RegExp, within: Page | Locator = page) {
  const target = within.getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  // Locates the element once, because finding it by name costs more than a step.
  let element = await target.elementHandle();
  for (let step = 0; step < 90; step += 1) {
    const { isThere, isGone, isSeen } = await page.evaluate(lookAtFocus, element);
    if (step > 0) expect(isSeen, `the focus can't be seen on the way to "${name}"`).toBe(true);
    if (isThere) return;
    if (isGone) element = await target.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached the ${role} "${name}"`);
}
