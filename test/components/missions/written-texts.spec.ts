import { bodyOf } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

const everything = `# Head

One **bold**, *slanted* and ~~struck~~ with \`code\`, \\\\dc01\\share

3. third
   - [x] done

> quoted

| a | b |
| - | - |
| 1 | [web](https://damson.test/a) |

\`\`\`
block
\`\`\`

<b>raw</b> ![picture](https://damson.test/b.png) [bad](javascript:alert) https://damson.test/c`;

test('Markdown becomes lists, tables and links, and never markup, pictures or other addresses', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const { id } = bodyOf(
    await team.red.client.post(`/api/v1/missions/${mission.id}/findings`, {
      title: 'Found',
      description: everything,
    }),
    201,
  );
  const page = await stage.open(team.red, `/missions/${mission.id}/findings/${id}`);
  const preview = page.getByRole('region', { name: 'Preview: Description' });
  await expect(preview).toBeHidden();
  await page.getByRole('button', { name: 'Preview: Description' }).click();
  await expect(preview.getByText('Head')).toHaveText('Head');
  for (const [element, text] of [
    ['b', 'Head'],
    ['b', 'bold'],
    ['em', 'slanted'],
    ['s', 'struck'],
    ['code', 'code'],
    ['ol[start="3"] > li > ul > li', '☑ done'],
    ['blockquote', 'quoted'],
    ['th', 'b'],
    ['pre', 'block'],
    ['a', 'web'],
  ]) {
    await expect(
      preview
        .locator(element as string)
        .filter({ hasText: text as string })
        .first(),
    ).toBeVisible();
  }
  await expect(preview).toContainText('\\\\dc01\\share');
  await expect(preview).toContainText('<b>raw</b> picture bad (javascript:alert) https://damson.test/c');
  await expect(preview.locator('img')).toHaveCount(0);
  await expect(preview.getByRole('link')).toHaveCount(1);
  await expect(preview.getByRole('link')).toHaveAttribute('href', 'https://damson.test/a');
  await expect(preview.getByRole('link')).toHaveAttribute('rel', 'noreferrer');
  await page.getByRole('textbox', { name: 'Description' }).fill('Plain words');
  await expect(page.getByRole('button', { name: 'Preview: Description' })).toHaveCount(0);
});

test('a wide table scrolls in a box of its own, which the keyboard reaches', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const host = 'workstation_of_the_harbour_master';
  const row = (cell: string) => `| ${Array(8).fill(cell).join(' | ')} |`;
  const mission = await runningMission(team, {
    description: ['Before', row('host'), row('-'), row(host)].join('\n\n').replaceAll('|\n\n|', '|\n|'),
  });
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Details' }).click();
  const box = page.getByRole('group', { name: 'Table' });
  await expect(box.getByRole('cell', { name: host })).toHaveCount(8);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  const scrolled = () => box.evaluate(({ scrollLeft }) => scrollLeft);
  await box.focus();
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(0);
  const [first] = await box.getByRole('cell', { name: host }).all();
  const height = (await first?.boundingBox())?.height;
  expect(height).toBeLessThan(34);
});

test('a text is read alike on screen and in a report', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const path = `/api/v1/missions/${mission.id}`;
  const written = { title: 'Found', description: everything, status: 'confirmed' };
  const { id } = bodyOf(await team.red.client.post(`${path}/findings`, written), 201);
  const made = bodyOf(
    await team.red.client.post(`${path}/reports`, { kind: 'technical', title: 'Alike' }),
    201,
  );
  const rendered = await makeRendering(team.red.client, `${path}/reports/${made.id}`, 'html');
  const page = await stage.open(team.red, `/missions/${mission.id}/findings/${id}`);
  await page.getByRole('button', { name: 'Preview: Description' }).click();
  const preview = page.getByRole('region', { name: 'Preview: Description' });
  await expect(preview.locator('blockquote')).toBeVisible();
  const parts = (document: string): Promise<string[]> =>
    page.evaluate(`[...${document}.querySelectorAll('p, ol, ul, li, blockquote, pre, th, td, b, em, s, code, a')]
      .map((part) => part.localName + ' ' + part.textContent.trim())`);
  const onScreen = await parts(
    `document.querySelector('[aria-label="Preview: Description"] blockquote').parentElement`,
  );
  const inReport = await parts(
    `new DOMParser().parseFromString(${JSON.stringify(String(rendered.body))}, 'text/html')`,
  );
  const start = inReport.indexOf(onScreen[0] as string);
  expect(onScreen[0]).toBe('p Head');
  expect(inReport.slice(start, start + onScreen.length)).toEqual(onScreen);
});
