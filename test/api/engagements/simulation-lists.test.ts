import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import {
  assertRefused,
  type EngagementsServer,
  move,
  newEngagement,
  newSimulation,
  readSimulation,
  refusedAt,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, nobody } from '../../support/missions/factories.ts';
import type { Answer, Client } from '../../support/servers/server.ts';
import { target } from './scene.ts';

describe('simulations', () => {
  describe('lists', () => {
    let client: Client;
    let lister: EngagementsServer;
    let first: string;
    let second: string;
    before(async () => {
      lister = await startEngagementsServer();
      client = lister.admin.client;
      first = (await newEngagement(client)).id;
      second = (await newEngagement(client)).id;
      const shellTags = { techniques: [{ id: 'T1059' }], output: 'left out' };
      await newSimulation(client, { name: 'One', description: 'needle 100%', ...shellTags }, first);
      await newSimulation(
        client,
        { name: 'Two_', techniques: [{ id: 'T1078' }, { id: 'T1059.001' }, { id: 'T1059.003' }] },
        first,
      );
      const three = await newSimulation(client, { name: 'Three', techniques: [{ id: 'T1078' }] }, second);
      await newSimulation(client, { name: 'NEEDLE' }, second);
      bodyOf(await move(client, three.id, 'in_progress'), 200);
    });
    after(() => lister.close());
    const names = (answer: Answer): string[] =>
      bodyOf(answer, 200).items.map((item: SimulationListItem) => item.name);

    const filters: [query: string, all: string[], ofFirst: string[]][] = [
      ['', ['NEEDLE', 'Three', 'Two_', 'One'], ['Two_', 'One']],
      ['status=pending', ['NEEDLE', 'Two_', 'One'], ['Two_', 'One']],
      ['status=in_progress', ['Three'], []],
      ['status=done', [], []],
      ['technique=T1059', ['Two_', 'One'], ['Two_', 'One']],
      ['technique=T1059.001', ['Two_'], ['Two_']],
      ['technique=T1059.002', [], []],
      ['technique=T1078', ['Three', 'Two_'], ['Two_']],
      ['technique=T9999', [], []],
      ['q=needle', ['NEEDLE', 'One'], ['One']],
      ['q=%25', ['One'], ['One']],
      ['q=_', ['Two_'], ['Two_']],
      ['q=left', [], []],
      ['technique=T1078&status=in_progress&q=thr', ['Three'], []],
    ];
    for (const [query, all, ofFirst] of filters) {
      it(`finds by ${query || 'nothing'}, newest first`, async () => {
        const everywhere = await client.get(`${target}?${query}`);
        assert.deepEqual(names(everywhere), all);
        assert.equal(everywhere.body.total, all.length);
        const one = await client.get(`${target}?engagement=${first}&${query}`);
        assert.deepEqual(names(one), ofFirst);
        const nested = await client.get(`/api/engagements/${first}/simulations?${query}`);
        assert.deepEqual(nested.body, one.body);
      });
    }

    it('show a simulation but for its output, facts and evidence', async () => {
      const { items } = (await client.get(`/api/engagements/${first}/simulations`)).body;
      for (const item of items) {
        const {
          output,
          output_parts: _parts,
          facts: _facts,
          evidence,
          ...rest
        } = await readSimulation(client, item.id);
        assert.deepEqual(item, { ...rest, evidence_count: evidence.length });
        assert.equal(output, item.name === 'One' ? 'left out' : null);
      }
    });

    it('do not find an engagement that does not exist', async () => {
      assert.deepEqual(names(await client.get(`${target}?engagement=${nobody}`)), []);
      assertRefused(await client.get(`/api/engagements/${nobody}/simulations`), 404, 'not_found');
    });

    it('are paged', async () => {
      const page = await client.get(`${target}?limit=2&offset=1`);
      assert.deepEqual(names(page), ['Three', 'Two_']);
      assert.deepEqual([page.body.total, page.body.limit, page.body.offset], [4, 2, 1]);
      const nested = await client.get(`/api/engagements/${second}/simulations?limit=1`);
      assert.deepEqual(names(nested), ['NEEDLE']);
      assert.deepEqual([nested.body.total, nested.body.limit, nested.body.offset], [2, 1, 0]);
    });

    const bad: [query: string, at: string][] = [
      ['status=closed', 'status'],
      ['technique=1059', 'technique'],
      ['technique=TA0002', 'technique'],
      ['technique=T1059.', 'technique'],
      ['technique=', 'technique'],
      ['technique=T1059%25', 'technique'],
      ['limit=0', 'limit'],
      ['offset=x', 'offset'],
      ['q=a&q=b', 'q'],
      [`q=${'x'.repeat(201)}`, 'q'],
      ['colour=red', 'colour'],
    ];
    for (const [query, at] of bad) {
      it(`refuse ?${query.slice(0, 30)}`, async () => {
        assert.equal(refusedAt(await client.get(`${target}?${query}`)), at);
        assert.equal(refusedAt(await client.get(`/api/engagements/${first}/simulations?${query}`)), at);
      });
    }

    it('refuse an engagement that is no identifier, and one on a list that has its own', async () => {
      assert.equal(refusedAt(await client.get(`${target}?engagement=one`)), 'engagement');
      const nested = await client.get(`/api/engagements/${first}/simulations?engagement=${first}`);
      assert.equal(refusedAt(nested), 'engagement');
    });
  });
});
