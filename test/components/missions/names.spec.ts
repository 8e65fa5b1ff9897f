import { inDialog, pressExactly } from '../../ui/pages/form.ts';
import { fromMenu } from '../../ui/pages/page.ts';
import { pages } from '../../ui/pages/registry.ts';
import { arranged, edit } from '../../ui/scenes/arranged-outline.ts';
import { testPath } from '../../ui/support.ts';
import { expect, type Locator, type Page, test } from '../support.ts';

/** Typing replaces the whole name, without any click or key before it. */
async function expectTypingToReplace(page: Page, field: Locator): Promise<void> {
  await expect(field).not.toHaveValue('');
  await expect(field).toBeFocused();
  await page.keyboard.type('Another');
  await expect(field).toHaveValue('Another');
}

const forms = pages.flatMap(([, { forms = [] }]) => forms);
const named = [
  'the words of a mission',
  'a retest',
  'the name of an organisation',
  'a tool',
  'a user',
  'a group',
  'a simulation template',
  'the words of a simulation',
];
for (const [index, name] of named.entries()) {
  const tag = index === 0 ? [] : '@nightly';
  test(`${name}: the existing name is selected, and typing replaces it`, { tag }, async ({
    stage,
    server,
  }) => {
    // Nothing is connected (404).
    stage.expectError(/404/);
    const { role, make } = forms.find((form) => form.name === name)!;
    const me = await server.newPerson(role);
    const scene = await make(server, me);
    const page = await stage.open(me, scene.path);
    const form = await scene.open(page);
    await expectTypingToReplace(page, form.getByRole('textbox', { name: 'Name', exact: true }));
  });
}

test('names of scenarios, tests, clones and reports are selected, and typing replaces them', async ({
  stage,
  team,
}) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, edit(mission));
  await fromMenu('Actions for First', 'Rename')(page);
  await expectTypingToReplace(page, page.getByRole('textbox', { name: 'New name for First' }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions for First' })).toBeFocused();
  for (const [path, title, open] of [
    [testPath(mission), 'Edit the plan', pressExactly('Edit the plan')],
    [`/missions/${mission.id}`, 'Clone mission', fromMenu('More about this mission', 'Clone mission…')],
  ] as const) {
    await stage.visit(path);
    const dialog = await inDialog(title, open)(page);
    await expectTypingToReplace(page, dialog.getByRole('textbox', { name: 'Name', exact: true }));
  }
  await stage.visit(`/missions/${mission.id}/report`);
  const dialog = await inDialog('New report', pressExactly('New report'))(page);
  await expectTypingToReplace(page, dialog.getByRole('textbox', { name: 'Title', exact: true }));
});
