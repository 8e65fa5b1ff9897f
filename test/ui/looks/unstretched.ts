import type { Page } from '@playwright/test';
import { tactics } from '../../../domain/tactics.ts';
import { commonPlatforms } from '../../../renderer/ui/plans/plan-words.ts';

/** Names of months and weekdays, which come from the browser. */
const ofCalendars = new Set(
  (['short', 'long'] as const).flatMap((length) => [
    ...Array.from({ length: 12 }, (_, month) =>
      new Date(2026, month).toLocaleDateString('en-GB', { month: length }),
    ),
    ...Array.from({ length: 7 }, (_, day) =>
      new Date(2026, 0, 1 + day).toLocaleDateString('en-GB', { weekday: length }),
    ),
  ]),
);

/** Names that are the same in every language, domain and file extensions, and hidden text of the interface's library. */
const names = new Set(
  [
    'Damson English British Deutsch Français Europe Berlin api docs zip autosize measurement',
    // The name of a template's field, a task's status from its framework, and a command in a recording.
    'title submitted whoami',
    ...tactics.map(({ name }) => name),
    ...commonPlatforms,
  ].flatMap((text) => text.split(' ')),
);

/** A digest, or its start. */
const digest = /\b(?=[a-f]*\d)[0-9a-f]{12,}\b/g;

/** Fields with values that the catalogue of words translates. */
const named =
  /(?:^|_)(?:status|state|kind|result|severity|side|role|hint|reason|category|priority|verdict|met|source|tls|theme|language|clock|density|phase|mode)$/;

/**
 * Takes a page, returns a function for the texts that the server has sent it since: people's texts and the catalogue's, but no
 * states.
 */
export function hear(page: Page): () => string {
  let heard = '';
  page.on('response', async (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    const said: unknown = await response.json().catch(() => null);
    JSON.stringify(said, (field, value) => {
      // These names are given by people.
      if (field === 'variables' || field === 'clocks') heard += `${JSON.stringify(value)}\n`;
      if (typeof value === 'string' && !named.test(field)) heard += `${value}\n`;
      return value;
    });
  });
  return () => heard;
}

/**
 * Takes a page in the pseudo-language, whose messages have no plain vowel; returns the words, visible or for screen readers, that
 * neither a message nor the server contains.
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
    (text.replace(digest, '').match(/\p{L}{3,}/gu) ?? [])
      .filter((word) => /[aeiou]/.test(word) && !ofCalendars.has(word) && !names.has(word) && !said.has(word))
      .map((word) => `${word}: ${text.trim().slice(0, 60)}`),
  );
}
