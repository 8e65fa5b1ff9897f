import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const colours = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Looks = {
  /** An open menu is outside the landmarks, which axe only accepts for a dialog. */
  hasMenu?: boolean;
  /** The opened layer covers a part of the page, and the rest remains usable. */
  isBeside?: boolean;
  /** The name for the page's title has not arrived yet. */
  isNameless?: boolean;
};

/** Checks only the layer over the page, because the page below can't be used and was checked before. */
const whatCanBeUsed = `(() => {
  const over = document.querySelectorAll('[role="dialog"][aria-modal="true"], [role="menu"], [role="listbox"]');
  const shown = [...over].filter((element) => element.checkVisibility());
  return shown.length === 0 ? document : { include: shown };
})()`;

/** Leaves out links of a navigation that are cut off where it has to be scrolled to the rest of them. */
const withoutScrolled = `({ violations }) => {
  for (const violation of violations) {
    if (violation.id !== 'target-size') continue;
    violation.nodes = violation.nodes.filter(
      ({ target, failureSummary }) =>
        !failureSummary.includes('partially obscured') ||
        (document.querySelector(target[0])?.closest('nav') ?? null) === null,
    );
  }
  return { violations: violations.filter(({ nodes }) => nodes.length > 0) };
}`;

/** Finds violations of WCAG 2.2 AA on the current page that a program can detect. */
export async function accessibilityProblems(
  page: Page,
  {
    hasMenu = false,
    isBeside = false,
    isNameless = false,
    onlyColours = false,
  }: Looks & { onlyColours?: boolean } = {},
): Promise<string[]> {
  const options: RunOptions = onlyColours
    ? { resultTypes: ['violations'], runOnly: { type: 'rule', values: colours } }
    : {
        resultTypes: ['violations'],
        runOnly: { type: 'tag', values: tags },
        rules: {
          region: { enabled: !hasMenu },
          'page-has-heading-one': { enabled: !isNameless },
          'target-size': { enabled: !isBeside },
        },
      };
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations }: AxeResults = await page.evaluate(
    `axe.run(${whatCanBeUsed}, ${JSON.stringify(options)}).then(${withoutScrolled})`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}

const schemeOf = 'data-mantine-color-scheme';

/** Fails, and lets the test continue, if the page breaks WCAG 2.2 AA in its current scheme. */
export async function expectAccessible(page: Page, name: string, looks: Looks = {}): Promise<void> {
  await showFromTop(page, looks);
  expect.soft(await accessibilityProblems(page, looks), name).toEqual([]);
}

/**
 * Fails, and lets the test continue, if the page breaks WCAG 2.2 AA in light or dark. Checks it in its current scheme, then only
 * the colours in the other. Leaves it there: going back would render everything again, and the next check can start in either
 * scheme.
 */
export async function expectAccessibleInBothSchemes(
  page: Page,
  name: string,
  looks: Looks = {},
): Promise<void> {
  await showFromTop(page, looks);
  const problems = await accessibilityProblems(page, looks);
  await changeScheme(page);
  problems.push(...(await accessibilityProblems(page, { onlyColours: true })));
  expect.soft(problems, name).toEqual([]);
}

async function showFromTop(page: Page, { hasMenu }: Looks): Promise<void> {
  if (hasMenu) return;
  // A menu disappears a moment after its target has appeared.
  await expect(page.getByRole('menu')).toHaveCount(0);
  // Scrolls up, so that no content is half hidden under a fixed bar.
  await page.evaluate('scrollTo(0, 0)');
}

export async function changeScheme(page: Page): Promise<void> {
  const root = page.locator('html');
  const other = (await root.getAttribute(schemeOf)) === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  // Waits, because the whole matrix is rendered again when the scheme changes.
  await expect(root).toHaveAttribute(schemeOf, other);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
