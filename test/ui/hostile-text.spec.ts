import {
  attach,
  bodyOf,
  evidenceForm,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../support/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from './support.ts';

const script = '<script>globalThis.ran = 1</script><img src=x onerror="globalThis.ran = 2">';
const turned = 'invoice\u202etxt.exe';
const escapes = '\u001b[2J\u001b[31mred\u0007';
const long = 'long '.repeat(2_000);

test('hostile text in every field and file name is shown as text', async ({ open, server }) => {
  const team = await newTeam(server);
  const name = `${script} ${turned}`.slice(0, 190);
  const template = await newTestTemplate(team.red.client, {
    name,
    description: script,
    objective: turned,
    procedure: `${escapes}\n${long}`,
    command: `${script}\n${escapes}`,
    cleanup_command: turned,
    expected_detection: script,
    tags: ['<b>tag</b>'],
    platforms: ['<i>os</i>'],
  });
  const scenario = await newScenarioTemplate(team.red.client, { name, tests: [template.id] });
  const mission = await runningMission(team, {
    name,
    client: script,
    description: `${script}\n${long}`,
    scenario_template_ids: [scenario.id],
  });
  const place = placeOf(mission);
  bodyOf(
    await team.red.client.put(place.path, {
      command: `${escapes}${script}`,
      output: `${long}${turned}`,
      red_comment: script,
    }),
    200,
  );
  await team.red.client.post(`${place.path}/transition`, { status: 'executed' });
  bodyOf(
    await attach(
      team.red.client,
      place,
      evidenceForm(`${script}\n${escapes}`, {
        name: '<img src=x onerror=alert(1)>.txt',
        caption: `${script}${turned}`,
      }),
    ),
    201,
  );

  const page = await open.as(team.blue, '/');
  await expect(page.getByText('[U+202E]').first()).toBeVisible();
  await page.goto('/missions');
  await expect(page.getByRole('link', { name: '<script>' })).toBeVisible();
  await page.goto(`/missions/${mission.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>');
  await expect(page.getByRole('rowheader')).toContainText('<script>');
  await page.goto(testPath(mission));
  await expect(page.getByRole('region', { name: 'Suggested command' })).toHaveText(
    `${script}\n␛[2J␛[31mred␇`,
  );
  await expect(page.getByRole('region', { name: 'Command that was run' })).toHaveText(
    `␛[2J␛[31mred␇${script}`,
  );
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('invoice[U+202E]txt.exe');
  await expect(page.getByText('<b>tag</b>')).toBeVisible();
  await page.getByRole('button', { name: 'Preview <img' }).click();
  await expect(page.getByRole('dialog')).toContainText('invoice[U+202E]txt.exe');
  await expect(page.getByRole('dialog').getByRole('region')).toContainText('<script>');

  expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  expect(
    await page.evaluate('document.querySelectorAll("main script, main img[src=x], main b, main i").length'),
  ).toBe(0);
  // Nothing of it makes the page wider than the window.
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});
