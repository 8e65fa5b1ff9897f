import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../../support/missions/factories.ts';
import { startTestServer } from '../../../support/servers/server.ts';
import { expectAccessibleInBothSchemes } from '../../looks/axe.ts';
import { expect, testOn } from '../../support.ts';

/** A separate server with quotas, and only this test's evidence. */
const test = testOn(() =>
  startTestServer({ env: { SVC_QUOTA_MISSION_MIB: '2', SVC_QUOTA_PERSON_MIB: '1024' } }),
);
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

const address = '/administration/backup';
const mebibyte = 1024 * 1024;

test('the largest missions and people are listed beside their limits', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { client } = server.admin;
  const page = await open.as(server.admin, address);
  const panel = page.getByRole('region', { name: 'Evidence storage' });
  await expect(panel).toContainText('2 MiB of evidence per mission or engagement, 1,024 MiB per person');
  await expect(panel).toContainText('No evidence yet.');
  await expectAccessibleInBothSchemes(page, 'no evidence');

  for (const [name, bytes] of [
    ['Winter exercise', 2 * mebibyte],
    ['<b>Small</b> exercise', 5],
  ] as const) {
    const mission = await newMission(client, { name });
    bodyOf(await attach(client, placeOf(mission), evidenceForm('x'.repeat(bytes))), 201);
  }
  await page.reload();
  const missions = panel.getByRole('table', { name: 'Missions with the most evidence' }).getByRole('row');
  await expect(missions).toHaveText([
    /^Mission/,
    /^Winter exercise2 MiB · full$/,
    /^<b>Small<\/b> exerciseunder 0\.1 MiB$/,
  ]);
  const people = panel.getByRole('table', { name: 'People with the most evidence' }).getByRole('row');
  await expect(people).toHaveText([/^Person/, /^Ada Admin2 MiB$/]);
  await expectAccessibleInBothSchemes(page, 'with evidence');
});

test('a panel that could not be loaded is retried, and the backups are shown in the meantime', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(/503/);
  const page = await open.as(server.admin, '/');
  let isOut = true;
  await page.route('**/api/v1/evidence/usage', (route) =>
    isOut ? route.fulfill({ status: 503, json: { detail: 'Out of order' } }) : route.continue(),
  );
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'The evidence storage could not be loaded' });
  await expect(alert).toBeVisible();
  isOut = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Evidence storage' })).toContainText('1,024 MiB');
});
