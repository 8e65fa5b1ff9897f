import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { newEngagement, refusedAt } from '../../support/missions/engagements.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer } from '../../support/servers/server.ts';

const target = '/api/engagements';

describe('engagements', () => {
  describe('the list', () => {
    const names = (answer: Answer): string[] =>
      bodyOf(answer, 200).items.map((item: Engagement) => item.name);
    let client: Client;
    let lister: Awaited<ReturnType<typeof startTestServer>>;
    before(async () => {
      lister = await startTestServer();
      client = lister.admin.client;
      for (const fields of [
        { name: 'One', client: 'Acme', status: 'active' },
        { name: 'Two 100%', client: 'acme' },
        { name: 'Three_3', client: null, status: 'closed' },
        { name: 'Quatre été', client: 'Börse' },
      ]) {
        await newEngagement(client, fields);
      }
    });
    after(() => lister.close());

    const filters: [query: string, found: string[]][] = [
      ['', ['Quatre été', 'Three_3', 'Two 100%', 'One']],
      ['?q=', ['Quatre été', 'Three_3', 'Two 100%', 'One']],
      ['?q=T', ['Quatre été', 'Three_3', 'Two 100%']],
      ['?q=%25', ['Two 100%']],
      ['?q=_', ['Three_3']],
      ['?q=ACME', ['Two 100%', 'One']],
      [`?q=${encodeURIComponent('ÉTÉ')}`, ['Quatre été']],
      [`?q=${encodeURIComponent('BÖR')}`, ['Quatre été']],
      ['?q=nothing', []],
      ['?client=Acme', ['Two 100%', 'One']],
      [`?client=${encodeURIComponent('BÖRSE')}`, ['Quatre été']],
      ['?client=Acm', []],
      ['?status=planned', ['Quatre été', 'Two 100%']],
      ['?status=active', ['One']],
      ['?status=closed', ['Three_3']],
      ['?status=planned&q=acme', ['Two 100%']],
      ['?status=planned&client=Acme', ['Two 100%']],
      ['?status=closed&client=Acme', []],
    ];
    for (const [query, found] of filters) {
      it(`finds ${found.length} by ${query || 'nothing'}, newest first`, async () => {
        const answer = await client.get(target + query);
        assert.deepEqual(names(answer), found);
        assert.equal(answer.body.total, found.length);
      });
    }

    it('is paged', async () => {
      const page = await client.get(`${target}?limit=2&offset=1`);
      assert.deepEqual(names(page), ['Three_3', 'Two 100%']);
      assert.deepEqual([page.body.total, page.body.limit, page.body.offset], [4, 2, 1]);
      const all = await client.get(target);
      assert.deepEqual([all.body.limit, all.body.offset], [50, 0]);
      assert.deepEqual(names(await client.get(`${target}?offset=4`)), []);
    });

    const bad: [query: string, at: string][] = [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=x', 'limit'],
      ['offset=-1', 'offset'],
      ['status=done', 'status'],
      ['status=', 'status'],
      ['status=active&status=closed', 'status'],
      [`q=${'x'.repeat(201)}`, 'q'],
      ['q=%00', 'q'],
      ['colour=red', 'colour'],
    ];
    for (const [query, at] of bad) {
      it(`refuses ?${query.slice(0, 30)}`, async () => {
        assert.equal(refusedAt(await client.get(`${target}?${query}`)), at);
      });
    }
  });
});
