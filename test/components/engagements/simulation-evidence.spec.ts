import { move, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, evidenceForm } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

test('the evidence of a finished simulation is read-only', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { red } = team;
  stage.expectError(/404/);
  const { client } = server.admin;
  const simulation = await newSimulation(client);
  bodyOf(
    await client.request('POST', `/api/simulations/${simulation.id}/evidence`, {
      raw: evidenceForm('kept', { side: 'red' }),
    }),
    201,
  );
  for (const status of ['in_progress', 'review_required', 'done']) {
    bodyOf(await move(client, simulation.id, status), 200);
  }
  const page = await stage.open(red, `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`);
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await expect(evidence.getByRole('button', { name: 'note.txt', exact: true })).toBeVisible();
  await expect(evidence.getByRole('button', { name: 'Add files' })).toHaveCount(0);
  await expect(evidence.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});
