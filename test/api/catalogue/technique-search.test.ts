import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FoundTechnique } from '../../../server/catalogue/contract.ts';
import { newerEdition, olderEdition } from '../../support/fixtures/attack-editions.ts';
import {
  callers,
  type EngagementsServer,
  refusedAt,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer } from '../../support/servers/server.ts';

const target = '/api/catalog/techniques/search';
const asked = (q: string, more = '') => `${target}?q=${encodeURIComponent(q)}${more}`;
const ids = (items: readonly FoundTechnique[]): string[] => items.map((item) => item.id);

describe('the search for techniques', () => {
  let server: EngagementsServer;
  let client: Client;
  before(async () => {
    server = await startEngagementsServer();
    client = server.soc.client;
  });
  after(() => server.close());
  const search = async (q: string, more = ''): Promise<FoundTechnique[]> =>
    bodyOf(await client.get(asked(q, more)), 200).items;

  it('is for every role and nobody else', async () => {
    const statuses: string[] = [];
    for (const caller of callers) {
      statuses.push(`${caller} ${(await server.client(caller).get(asked('t1059'))).status}`);
    }
    assert.equal(statuses.join(', '), 'anonymous 401, admin 200, redteam 200, soc 200');
  });

  it('shows the fields of its contract, like a first page', async () => {
    const { body } = await client.get(asked('T1059', '&limit=2'));
    assert.deepEqual(body, {
      items: [
        {
          id: 'T1059',
          name: 'Command and Scripting Interpreter',
          kind: 'technique',
          tactics: [{ id: 'TA0002', name: 'Execution' }],
        },
        {
          id: 'T1059.001',
          name: 'Command and Scripting Interpreter: PowerShell',
          kind: 'subtechnique',
          tactics: [{ id: 'TA0002', name: 'Execution' }],
        },
      ],
      total: 14,
      limit: 2,
      offset: 0,
    });
  });

  it('puts the exact id first, then ids that begin with it, by id', async () => {
    const found = ids(await search('T1059'));
    assert.equal(found[0], 'T1059');
    assert.deepEqual(found, found.toSorted());
    assert.ok(found.length > 1 && found.every((id) => id.startsWith('T1059')));
    assert.deepEqual(ids(await search('T1059.003')), ['T1059.003']);
  });

  it('finds in any case', async () => {
    assert.deepEqual(await search('t1059.001'), await search('T1059.001'));
    const powershell = ids(await search('powershell'));
    assert.ok(powershell.includes('T1059.001'));
    assert.deepEqual(ids(await search('POWERshell')), powershell);
    assert.deepEqual(ids(await search('  powershell ')), powershell);
  });

  it('treats the query literally', async () => {
    for (const q of ['%', 'T1059_001', '.*', '\\', "' or 1=1", 'a|b', '\u{1f47e}']) {
      assert.deepEqual(await search(q), [], q);
    }
    for (const q of ['_', '/', '(', '.']) {
      const found = await search(q);
      assert.ok(found.length > 0 && found.every((item) => item.name.includes(q)), q);
    }
  });

  it('matches only the beginning of an id', async () => {
    assert.deepEqual(await search('1059'), []);
    assert.deepEqual(await search('.001'), []);
  });

  it('is paged like every list: fifty by default, two hundred at most, with a total', async () => {
    const fifty = (await client.get(asked('e'))).body;
    assert.deepEqual([fifty.items.length, fifty.limit, fifty.offset], [50, 50, 0]);
    assert.ok(fifty.total > 400);
    const most = await search('e', '&limit=200');
    assert.equal(most.length, 200);
    assert.deepEqual(most.slice(0, 50), fifty.items);
    assert.deepEqual(await search('e', '&limit=30&offset=170'), most.slice(170));
    assert.deepEqual(await search('e', `&offset=${fifty.total}`), []);
  });

  const bad: [query: string, at: string][] = [
    ['', 'q'],
    ['?q=', 'q'],
    ['?q=%20%20', 'q'],
    [`?q=${'x'.repeat(201)}`, 'q'],
    ['?q=a&q=b', 'q'],
    ['?q=%00', 'q'],
    ['?q=a&limit=0', 'limit'],
    ['?q=a&limit=201', 'limit'],
    ['?q=a&limit=ten', 'limit'],
    ['?q=a&offset=-1', 'offset'],
    ['?q=a&tactic=TA0001', 'tactic'],
  ];
  for (const [query, at] of bad) {
    it(`refuses ${query.slice(0, 20) || 'no question'}`, async () => {
      assert.equal(refusedAt(await client.get(target + query)), at);
    });
  }
});

describe('the search in a catalogue that changes', () => {
  it('finds the current entries', async () => {
    const server = await startTestServer();
    const admin = server.admin.client;
    const importing = async (edition: object): Promise<void> => {
      const answer = await admin.request('POST', '/api/v1/catalog/import?allow_unverified=true', {
        raw: JSON.stringify(edition),
        headers: { 'content-type': 'application/json' },
      });
      bodyOf(answer, 200);
    };
    const names = async (q: string): Promise<string[]> =>
      bodyOf(await admin.get(asked(q)), 200).items.map((item: FoundTechnique) => item.name);
    try {
      assert.deepEqual(await names('pee'), []);
      await importing(olderEdition());
      assert.deepEqual(await names('pee'), ['Peeking', 'Keyhole Peeking', 'Window Peeking']);
      await importing(newerEdition());
      assert.deepEqual(await names('pee'), ['Peering', 'Keyhole Peeking']);
      bodyOf(await admin.post('/api/v1/diag/reset'), 200);
      assert.deepEqual(await names('pee'), []);
    } finally {
      await server.close();
    }
  });
});
