import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const colours = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What WCAG 2.2 AA forbids on the page as it stands, as far as a program can tell. */
export async function accessibilityProblems(
  page: Page,
  { hasMenu = false, onlyColours = false }: { hasMenu?: boolean; onlyColours?: boolean } = {},
): Promise<string[]> {
  // There are no frames to look into, and without them axe needs no second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (onlyColours) axe.withRules(colours);
  else axe.withTags(tags);
  // An open menu stands beside the landmarks; unlike a dialog, axe does not take it for one.
  if (hasMenu && !onlyColours) axe.disableRules(['region']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}
