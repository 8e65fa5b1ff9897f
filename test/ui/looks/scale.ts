import { expect, type Page } from '@playwright/test';

/**
 * Finds text in a size, weight or font outside of the scale. Ignores charts, which are pictures, the matrix, which is zoomed, and
 * the wall view, which is read from a distance.
 */
const findOffScale = `(() => {
  const found = new Map();
  const sizes = ['12px', '14px', '16px', '20px'];
  const isOfTheScale = (element) => {
    const { fontSize, fontWeight, fontFamily } = getComputedStyle(element);
    const weights = element.closest('h1') ? ['400', '500', '600'] : ['400', '500'];
    const isOwnFace = /^(Inter|"JetBrains Mono"),/.test(fontFamily);
    return (sizes.includes(fontSize) && weights.includes(fontWeight) && isOwnFace) || fontSize + ' ' + fontWeight + ' ' + fontFamily;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, data } = texts.currentNode;
    if (data.trim() === '' || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.closest('script, style, svg, [role="grid"], [data-print-sheet], [data-wall]')) continue;
    const told = isOfTheScale(parentElement);
    if (told !== true) found.set(told + ': ' + parentElement.className.slice(0, 60), data.trim().slice(0, 40));
  }
  for (const field of document.querySelectorAll('input:not([type=hidden]), textarea, select')) {
    if (!field.checkVisibility({ visibilityProperty: true })) continue;
    const told = isOfTheScale(field);
    if (told !== true && !/checkbox|radio|range/.test(field.type)) found.set(told + ': ' + field.className.slice(0, 60), field.outerHTML.slice(0, 60));
  }
  return [...found].map(([told, text]) => told + ' “' + text + '”');
})()`;

export const offScale = (page: Page): Promise<string[]> => page.evaluate(findOffScale);

/** Fails, and lets the test continue, if any text is off the scale. */
export async function expectOnScale(page: Page, name: string): Promise<void> {
  expect.soft(await offScale(page), `${name}: sizes, weights and typefaces of text`).toEqual([]);
}
