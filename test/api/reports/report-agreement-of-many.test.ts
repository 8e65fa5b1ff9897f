import { after, before, describe, it } from 'node:test';
import { newRandomMission } from '../../support/missions/random-missions.ts';
import { assertAgreement } from '../../support/reports/agreement.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

describe('one thing has one figure in every format', () => {
  for (let from = 101; from <= 300; from += 20) {
    it(`of random missions ${from} to ${from + 19}`, async () => {
      for (let seed = from; seed < from + 20; seed += 1) {
        await assertAgreement(server, await newRandomMission(server.admin.client, seed));
      }
    });
  }
});
