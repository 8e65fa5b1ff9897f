import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../support/factories.ts';
import { expect, expectAccessible, newTeam, runningMission, test, testPath } from './support.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`home, missions, a mission and a test keep to WCAG 2.2 AA in ${colorScheme}`, async ({
    open,
    server,
  }) => {
    test.slow();
    const team = await newTeam(server);
    const mission = await runningMission(team, { client: 'Orchard Ltd', description: 'Two\nlines' });
    const place = placeOf(mission);
    const levels = bodyOf(await team.blue.client.get('/api/v1/detection-levels'), 200);
    await team.red.client.put(place.path, { command: 'id', output: 'uid=0' });
    await team.red.client.post(`${place.path}/transition`, { status: 'executed' });
    await team.blue.client.put(place.path, { detection_level_id: levels[1].id, blue_comment: 'seen' });
    await team.blue.client.post(`${place.path}/transition`, { status: 'reviewed_by_blue' });
    await team.red.client.post(`${placeOf(mission, 1).path}/transition`, { status: 'executed' });
    await attach(team.red.client, place, evidenceForm('text', { caption: 'what was seen' }));
    await newMission(team.red.client, { tests: 0 });

    const page = await open.as(server.admin, '/', { colorScheme });
    await expect(page.getByText('To execute')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/missions');
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New mission' }).click();
    await page.getByRole('button', { name: 'Create mission' }).click();
    await expect(page.getByText('Give the mission a name')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/missions?q=there+is+none');
    await expect(page.getByText('No mission passes these filters')).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/missions/${mission.id}`);
    await page.getByRole('checkbox', { name: 'Select all tests shown' }).check();
    await expect(page.getByText('3 selected')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More about this mission' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Members' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);

    await page.goto(testPath(mission));
    await expect(page.getByText('what was seen')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'note.txt', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
    await expectAccessible(page);

    const reader = await open.as(team.blue, testPath(mission), { colorScheme });
    await expect(reader.getByText('read only')).toBeVisible();
    await expectAccessible(reader);
  });
}
