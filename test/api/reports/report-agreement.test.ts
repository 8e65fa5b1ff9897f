import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf } from '../../support/missions/factories.ts';
import { newRandomMission } from '../../support/missions/random-missions.ts';
import { assertAgreement } from '../../support/reports/agreement.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** More seeds run nightly. */
const seeds = [1, 2];

describe('one thing has one figure', () => {
  for (const seed of seeds) {
    it(`in the API, on Home, in the report and its documents, of random mission ${seed}`, async () => {
      await assertAgreement(server, await newRandomMission(server.admin.client, seed));
    });
  }

  it('over all missions is the sum of theirs', async () => {
    const { client } = server.admin;
    const { items } = bodyOf(await client.get('/api/v1/missions?limit=100'), 200);
    const sum = { attempted: 0, judged: 0, missed: 0 };
    for (const { id } of items) {
      const { attempted, judged, missed } = bodyOf(await client.get(`/api/v1/missions/${id}/figures`), 200);
      sum.attempted += attempted;
      sum.judged += judged;
      sum.missed += missed.n;
    }
    const { attempted, judged, missed } = bodyOf(await client.get('/api/v1/headline'), 200);
    assert.deepEqual({ attempted, judged, missed: missed.n }, sum);
  });
});
