import type { Page } from '@playwright/test';
import { tactics } from '../../../domain/tactics.ts';
import { commonPlatforms } from '../../../renderer/ui/plans/plan-words.ts';

/** Months and weekdays, which the browser writes. */
const ofCalendars = new Set(
  Array.from({ length: 12 }, (_, month) => new Date(2026, month, month + 1)).flatMap((day) =>
    (['short', 'long'] as const).flatMap((length) =>
      (['month', 'weekday'] as const).map((part) => day.toLocaleDateString('en-GB', { [part]: length })),
    ),
  ),
);

/** Names that are the same in every language, endings of addresses and files, and text the interface's library keeps hidden. */
const names = new Set(
  [
    'Damson English British Deutsch Français Europe Berlin api docs zip autosize measurement',
    // The name of a template's field, and a task's status as its framework gives it.
    'title submitted',
    ...tactics.map(({ name }) => name),
    ...commonPlatforms,
  ].flatMap((text) => text.split(' ')),
);

/** Fields whose values have names in the catalogue of words. */
const named =
  /(?:^|_)(?:status|state|kind|result|severity|side|role|hint|reason|category|priority|verdict|met|source|tls|theme|language|clock|density|phase|mode)$/;

/** Takes a page, returns how to read what the server has said to it since: what people wrote and what the catalogue has, but no states. */
export function hear(page: Page): () => string {
  let heard = '';
  page.on('response', async (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    const said: unknown = await response.json().catch(() => null);
    JSON.stringify(said, (field, value) => {
      // Their names are people's own.
      if (field === 'variables') heard += `${JSON.stringify(value)}\n`;
      if (typeof value === 'string' && !named.test(field)) heard += `${value}\n`;
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
      if (walker.currentNode.parentElement.closest('style, script, noscript') === null) found.push(walker.currentNode.textContent);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  })()`)) as string[];
  const said = new Set(heard.match(/\p{L}+/gu));
  return texts.flatMap((text) =>
    (text.match(/\p{L}{3,}/gu) ?? [])
      .filter((word) => /[aeiou]/.test(word) && !ofCalendars.has(word) && !names.has(word) && !said.has(word))
      .map((word) => `${word}: ${text.trim().slice(0, 60)}`),
  );
}
