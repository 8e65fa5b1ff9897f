import { bodyOf, placeOf, walk } from '../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from '../support.ts';

const executedAt = '2026-11-20T09:30:00.000Z';

test('an implausible time is reported at its field, and still saved', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const { path } = placeOf(mission);
  bodyOf(await team.red.client.put(path, { executed_at: executedAt }), 200);
  const page = await open.as(team.blue, testPath(mission));
  const record = page.getByRole('region', { name: 'Blue team' });
  const detected = record.getByLabel('Detected at', { exact: true });
  // The viewer is in Berlin.
  await detected.fill('2026-11-20T10:29:00');
  await detected.blur();
  await expect(detected).toHaveAccessibleDescription(/Before the execution/);
  await expect(record.getByText('Saved', { exact: true })).toBeVisible();
  expect(bodyOf(await team.blue.client.get(path), 200).detected_at).toBe('2026-11-20T09:29:00.000Z');
  await detected.fill('2026-11-20T10:31:00');
  await detected.blur();
  await expect(detected).not.toHaveAccessibleDescription(/Before|future/);
  await detected.fill('9998-11-20T10:31:00');
  await detected.blur();
  await expect(detected).toHaveAccessibleDescription(/In the future/);

  const reds = await open.as(team.red, testPath(mission));
  await expect(reds.getByRole('region', { name: 'Blue team' })).toContainText('In the future');
  bodyOf(
    await team.blue.client.post(`${path}/facts`, {
      kind: 'alerted',
      result: 'yes',
      at: '2026-11-20T09:00:00.000Z',
    }),
    201,
  );
  await page.reload();
  await expect(page.getByRole('group', { name: 'Alerted' })).toContainText('Before the execution');
});

test('a test opens at its top, and returning to it restores the position', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  await team.red.client.put(placeOf(mission).path, { output: 'line\n'.repeat(200) });
  await walk(team.red.client, placeOf(mission).path, 'executed');
  const page = await open.as(team.blue, '/', { viewport: { width: 900, height: 560 } });
  const name = mission.scenarios[0]?.tests[0]?.name as string;
  const top = () => page.evaluate('scrollY');
  const heading = page.getByRole('heading', { level: 1 });
  const waiting = page.getByRole('list', { name: 'Waiting for you' }).getByRole('link', { name });
  await waiting.click();
  await expect(heading).toHaveText(name);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect.poll(top).toBeGreaterThan(200);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await waiting.click();
  await expect(heading).toHaveText(name);
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(waiting).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText(name);
  await expect.poll(top).toBeGreaterThan(200);
});
