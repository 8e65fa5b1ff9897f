import type { Page } from '@playwright/test';

/** What the browser writes of its own accord: names of months and weekdays. */
const ofCalendars = new Set(
  Array.from({ length: 12 }, (_, month) => new Date(2026, month, month + 1)).flatMap((day) =>
    (['short', 'long'] as const).flatMap((length) =>
      (['month', 'weekday'] as const).map((part) => day.toLocaleDateString('en-GB', { [part]: length })),
    ),
  ),
);

/** Names that are the same in every language. */
const names = new Set([...'Damson'.split(' ')]);

/** Keeps what the server says to a page in its values: what people wrote and the catalogue has, but no names of states. */
export function hear(page: Page): () => string {
  let heard = '';
  page.on('response', async (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    const said: unknown = await response.json().catch(() => null);
    JSON.stringify(said, (_, value) => {
      if (typeof value === 'string' && !/^[a-z_]+$/.test(value)) heard += `${value}\n`;
      return value;
    });
  });
  return () => heard;
}

/**
 * Takes a page in the pseudo-language, whose messages have no plain vowel; returns the words on it, and of what reads it aloud, that
 * are of no message and that the server did not say.
 */
export async function listUnstretched(page: Page, heard: string): Promise<string[]> {
  const texts = (await page.evaluate(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest('style, script') === null) found.push(walker.currentNode.textContent);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  })()`)) as string[];
  return texts.flatMap((text) =>
    (text.match(/\p{L}{3,}/gu) ?? [])
      .filter(
        (word) => /[aeiou]/.test(word) && !ofCalendars.has(word) && !names.has(word) && !heard.includes(word),
      )
      .map((word) => `${word}: ${text.trim().slice(0, 60)}`),
  );
}
