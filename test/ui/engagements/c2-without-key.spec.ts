import { newSimulation } from '../../support/missions/engagements.ts';
import { expect, expectAccessible, test } from '../support.ts';

test('without an encryption key the C2 page says what is missing', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const simulation = await newSimulation(red.client);
  open.expectError(/503/);
  const page = await open.as(red, `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`);
  await page.getByRole('link', { name: 'Why no C2 framework can be connected' }).click();
  await expect(page.getByRole('heading', { name: 'The server has no encryption key' })).toBeVisible();
  await expect(page.getByText('SVC_ENCRYPTION_KEY')).toBeVisible();
  await expectAccessible(page);
});
