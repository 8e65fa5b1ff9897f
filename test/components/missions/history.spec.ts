import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { assign, attach, bodyOf, walk } from '../../support/missions/factories.ts';
import { entriesOf, newTeam, put, testPathOf } from '../../ui/scenes/history-of-a-test.ts';
import { expect, test } from '../support.ts';

const hostile = '<img src=x onerror="globalThis.ran=1"> <b>bold</b>';
const lines = (middle: string) =>
  [...Array.from({ length: 60 }, (_, number) => `line ${number} of the output`), middle, 'the end'].join(
    '\n',
  );

test('changes of two people to a test are listed in order, with each field by its name', async ({
  stage,
  server,
}) => {
  const { red, blue, place, path } = await newTeam(server);
  await put(red, place, { command: 'whoami' });
  await put(blue, place, { blue_comment: 'Nothing was seen at first.\nThen it was.' });
  await walk(red.client, place.path, 'executed');
  const levels = bodyOf(await blue.client.get('/api/v1/detection-levels'), 200);
  await put(blue, place, { detection_level_id: levels[2].id });
  const page = await stage.open(blue, path);
  await page.getByRole('link', { name: 'History' }).click();
  const drawer = page.getByRole('dialog', { name: 'History of this test' });
  await expect(entriesOf(page)).toHaveCount(4);
  await expect(entriesOf(page)).toContainText([
    /soc .* changed Detection level.*empty.*Detected/s,
    /redteam .* changed Status, Executed at.*Pending.*Executed/s,
    /soc .* changed Blue’s comment.*\+Nothing was seen at first\..*\+Then it was\./s,
    /redteam .* changed Command as run.*empty.*whoami/s,
  ]);
  await expect(drawer.locator('time').first()).toHaveAttribute('title', / UTC$/);
  // The history has its own address, and Escape leads back to the test.
  await expect(page).toHaveURL(`${server.url}${path}/history`);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`${server.url}${path}`);
});

test('sides and answers are said in words, not as they are stored', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { blue, place, path } = await newTeam(server);
  bodyOf(await attach(blue.client, place), 201);
  bodyOf(await blue.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'no' }), 201);
  const page = await stage.open(blue, `${path}/history`);
  await expect(entriesOf(page).first()).toContainText('recorded as not alerted');
  await expect(entriesOf(page).nth(1)).toContainText(/Side\s*Blue/);
  await stage.visit(`${path.split('/tests')[0]}/history`);
  await expect(page.getByText(/Open questions at review\s*Ask/)).toBeVisible();
});

test('one person’s saves of a field count as one until someone else edits it', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { red, place } = await newTeam(server);
  await put(red, place, { output: 'first' });
  await put(server.admin, place, { output: 'of somebody else' });
  for (const output of ['one', 'one two', 'one two three']) {
    await put(red, place, { output });
    await put(red, place, { red_comment: `with ${output}` });
  }
  const page = await stage.open(red, `${testPathOf(place)}/history`);
  await expect(entriesOf(page)).toHaveCount(4);
  await expect(entriesOf(page).nth(1)).toContainText(/changed Output.*of somebody else.*one two three/s);
  await entriesOf(page).nth(1).getByRole('button', { name: '3 saves' }).click();
  await expect(page.getByRole('list', { name: 'Every save' }).getByRole('listitem')).toContainText([
    /one two.*one two three/s,
    /one.*one two/s,
    /of somebody else.*one/s,
  ]);
});

test('differences of long and of hostile texts are text', async ({ stage, server }) => {
  const { red, place } = await newTeam(server);
  await put(red, place, { output: lines('a line between') });
  await put(server.admin, place, { output: lines(hostile) });
  await put(server.admin, place, { command: hostile });
  const page = await stage.open(red, `${testPathOf(place)}/history`);
  await expect(entriesOf(page).first()).toContainText(hostile);
  const long = entriesOf(page).nth(1);
  await expect(long.locator('del')).toHaveText(/−a line between/);
  await expect(long.locator('ins')).toContainText(hostile);
  await long.getByRole('button', { name: 'Full text' }).click();
  const whole = long.getByRole('region', { name: 'All changes to Output' });
  await expect(whole).toContainText('58 unchanged lines');
  await expect(whole.locator('del')).toHaveText(/−a line between/);
  await expect(whole.locator('ins')).toContainText(hostile);
  await expect(whole).toContainText('the end');
  expect(await page.evaluate('globalThis.ran ?? document.querySelectorAll("img[src=x]").length')).toBe(0);
});

test('an older text is restored into its field, and the restore is undone', async ({ stage, server }) => {
  const { red, place, path } = await newTeam(server);
  await put(red, place, { output: lines('as it was') });
  await put(server.admin, place, { output: lines('as it is') });
  const output = async () => (await red.client.get(place.path)).body.output;
  const page = await stage.open(red, path);
  await page.getByRole('link', { name: 'History' }).click();
  await entriesOf(page).first().getByRole('button', { name: 'Full text and restore' }).click();
  await page.getByRole('button', { name: 'Restore the previous text' }).click();
  const asking = page.getByRole('dialog', { name: 'Restore this text in Output?' });
  await expect(asking.locator('del')).toHaveText('−as it is');
  await expect(asking.locator('ins')).toHaveText('+as it was');
  // Escape closes the question, but not the history below it.
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  expect(await output()).toBe(lines('as it is'));
  await page.getByRole('button', { name: 'Restore the previous text' }).click();
  await asking.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(output).toBe(lines('as it was'));
  await expect(entriesOf(page).first()).toContainText(/redteam .* changed Output/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(output).toBe(lines('as it is'));
  await page.getByRole('dialog', { name: 'History of this test' }).getByLabel('Close').click();
  await expect(page.getByLabel('Output', { exact: true })).toHaveValue(lines('as it is'));
});

test('the history has hosts, tags and assignees, and restores a host', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { red, place } = await newTeam(server);
  for (const target_host of ['srv-1', 'srv-2']) await put(red, place, { target_host });
  await put(red, place, { attack_result: 'partly' });
  bodyOf(await assign(red.client, place, red.id), 200);
  const tagged = { test_ids: [place.test], add_tags: ['alpha', 'beta'] };
  await server.admin.client.patch(`${place.missionPath}/tests`, tagged);
  const page = await stage.open(red, `${testPathOf(place)}/history`);
  await expect(entriesOf(page).first()).toContainText('alpha, beta');
  await expect(page.getByText('Partially succeeded').first()).toBeVisible();
  await page.getByRole('button', { name: '2 saves' }).click();
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('button', { name: 'Restore the previous text' }).click();
  await page
    .getByRole('dialog', { name: 'Restore this text in Target host?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect.poll(async () => (await red.client.get(place.path)).body.target_host).toBe('srv-1');
});

test('an older text does not overwrite a change of someone else', async ({ stage, server }) => {
  stage.expectError(/412|favicon/);
  const { red, place } = await newTeam(server);
  for (const command of ['whoami', 'id']) await put(red, place, { command });
  const page = await stage.open(red, '/favicon.svg');
  // Without a stream, because the ticket never arrives: the page does not know of the change yet.
  await page.route('**/auth/ticket', () => {});
  await stage.visit(`${testPathOf(place)}/history`);
  await page.getByRole('button', { name: '2 saves' }).click();
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('button', { name: 'Restore the previous text' }).click();
  await put(server.admin, place, { command: 'of somebody else' });
  await page
    .getByRole('dialog', { name: /^Restore this text/ })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByText(/^Changed by/).first()).toBeVisible();
  expect((await red.client.get(place.path)).body.command).toBe('of somebody else');
});

test('the description of a mission is restored from its history', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { place } = await newTeam(server);
  const { client } = server.admin;
  const description = async () => (await client.get(place.missionPath)).body.description;
  await client.patch(place.missionPath, { description: 'as it was' });
  await client.patch(place.missionPath, { description: 'as it is' });
  const page = await stage.open(server.admin, `${testPathOf(place).replace(/\/tests.*/, '')}/history`);
  await entriesOf(page).first().getByRole('button', { name: '2 saves' }).click();
  const saves = page.getByRole('list', { name: 'Every save' });
  await saves.getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('button', { name: 'Restore the previous text' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect.poll(description).toBe('as it was');
});

test('non-members do not learn that there is a history', { tag: '@nightly' }, async ({ stage, server }) => {
  const { place } = await newTeam(server);
  const stranger = await server.newPerson('redteam');
  stage.expectError(/404/);
  const page = await stage.open(stranger, `${testPathOf(place).replace(/\/tests.*/, '')}/history`);
  await expect(page.getByText('This mission does not exist')).toBeVisible();
  await expect(page.getByRole('link', { name: 'History' })).toHaveCount(0);
  await stage.visit(`${testPathOf(place)}/history`);
  await expect(page.getByText('This test does not exist')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('more of a long history is loaded on request', async ({ stage, server }) => {
  const { red, place } = await newTeam(server);
  for (let count = 0; count < 55; count += 1) {
    await put(red, place, { command: `command ${count}`, red_comment: `comment ${count}` });
  }
  const page = await stage.open(red, `${testPathOf(place)}/history`);
  await expect(entriesOf(page)).toHaveCount(50);
  await expect(page.getByText('50 of 55 changes')).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(entriesOf(page)).toHaveCount(55);
  await expect(page.getByText('55 changes', { exact: true })).toBeVisible();
});

test('a simulation has its history beside it, and its engagement has all of them', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  // The server has no key for C2 tokens.
  stage.expectError(/404.*c2-config/);
  const red = await server.newPerson('redteam');
  const soc = await server.newPerson('soc');
  const engagement = await newEngagement(red.client);
  const simulation = await newSimulation(red.client, { name: 'Crane', command: 'whoami' }, engagement.id);
  const at = `/api/simulations/${simulation.id}`;
  bodyOf(await red.client.patch(at, { command: 'id' }), 200);
  bodyOf(await soc.client.patch(at, { soc_comment: 'We saw it' }), 200);
  const page = await stage.open(red, `/engagements/${engagement.id}/history`);
  await expect(entriesOf(page)).toHaveCount(4);
  await expect(entriesOf(page).first()).toContainText(/soc .* changed SOC comment in Crane/);
  await entriesOf(page).first().getByRole('link', { name: 'Crane' }).click();
  const drawer = page.getByRole('dialog', { name: 'History of this simulation' });
  await expect(entriesOf(page)).toHaveCount(3);
  await drawer.getByRole('button', { name: 'Restore' }).first().click();
  await drawer.getByRole('button', { name: 'Restore the previous text' }).click();
  const asking = page.getByRole('dialog', { name: 'Restore this text in Command?' });
  await asking.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(async () => (await red.client.get(at)).body.command).toBe('whoami');
});

test('a history is complete on a narrow screen', { tag: '@nightly' }, async ({ stage, server }) => {
  const { place } = await newTeam(server);
  await put(server.admin, place, { command: `${'wide'.repeat(200)} ${hostile}` });
  await put(server.admin, place, { output: lines('as it was'), red_comment: 'word '.repeat(300) });
  const mission = testPathOf(place).replace(/\/tests.*/, '');
  const page = await stage.open(server.admin, '/about', { viewport: { width: 390, height: 844 } });
  for (const path of [`${mission}/history`, `${testPathOf(place)}/history`, '/administration/audit']) {
    await stage.visit(path);
    await expect(entriesOf(page).filter({ hasText: 'widewide' })).toHaveCount(1);
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
    const isWhole = await page.evaluate(
      '[...document.querySelectorAll("[data-seq]")].every((node) => node.scrollWidth <= node.clientWidth)',
    );
    expect(isWhole, path).toBe(true);
  }
});
