import type { Page } from '@playwright/test';
import { screens as german } from '../../../domain/words/de/screens.ts';
import { screens as english } from '../../../domain/words/en/screens.ts';

/** English messages without those that are the same in German. */
const onlyEnglish: ReadonlySet<string> = new Set(
  Object.entries(english).flatMap(([room, messages]) =>
    Object.entries(messages)
      .filter(
        ([name, message]) => !message.includes('{') && german[room as 'app'][name as 'home'] !== message,
      )
      .map(([, message]) => message),
  ),
);
const rooms = Object.keys(english).join('|');
const key = new RegExp(`^(?:${rooms})\\.[a-z_0-9.]+$`);

/** English texts on a page, including those for screen readers, and message keys. */
export async function listEnglish(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.textContent.trim());
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  })()`)) as string[];
  // Single words may be names given by people.
  return texts.filter((text) => key.test(text) || (text.includes(' ') && onlyEnglish.has(text)));
}
