import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tactics } from '../../../domain/tactics.ts';
import {
  assertRefused,
  type EngagementsServer,
  loadCatalogue,
  move,
  newEngagement,
  newSimulation,
  newSimulationTemplate,
  readSimulation,
  refusedAt,
  simulationIn,
  simulationStates,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, nobody } from '../../support/missions/factories.ts';
import { type Client, startTestServer } from '../../support/servers/server.ts';
import { account, redFields, shell, target } from './scene.ts';

describe('simulations', () => {
  let server: EngagementsServer;
  let admin: Client;
  let red: Client;
  let soc: Client;
  let levels: { id: string; key: string }[];
  let socFields: Record<string, unknown>;
  before(async () => {
    server = await startEngagementsServer();
    admin = server.admin.client;
    red = server.red.client;
    soc = server.soc.client;
    levels = (await admin.get('/api/v1/detection-levels')).body;
    socFields = {
      detection_level_id: levels[2]!.id,
      soc_comment: 'An alert came',
      detected_at: '2026-01-02T03:05:00.000Z',
    };
  });
  after(() => server.close());

  const patch = (client: Client, id: string, body: unknown, headers?: Record<string, string>) =>
    client.request('PATCH', `${target}/${id}`, headers ? { body, headers } : { body });

  describe('changing one', () => {
    it('changes the given fields, and clears nullable ones with null', async () => {
      const { id } = await newSimulation(admin);
      const full = bodyOf(await patch(admin, id, { ...redFields, ...socFields }), 200);
      const empty = Object.fromEntries(
        ['description', 'objective', 'command', 'output', 'red_comment', 'executed_at'].map((name) => [
          name,
          null,
        ]),
      );
      const cleared = bodyOf(await patch(red, id, empty), 200);
      assert.deepEqual(cleared, { ...full, ...empty, updated_at: cleared.updated_at });
      const forgotten = bodyOf(
        await patch(soc, id, { detection_level_id: null, soc_comment: null, detected_at: null }),
        200,
      );
      assert.deepEqual(forgotten, {
        ...cleared,
        detection_level: null,
        detection_level_source: null,
        soc_comment: null,
        detected_at: null,
        updated_at: forgotten.updated_at,
      });
      assert.ok(forgotten.updated_at > cleared.updated_at && cleared.updated_at > full.updated_at);
      assert.deepEqual(await readSimulation(soc, id), forgotten);
    });

    it('changes nothing at all for an empty body', async () => {
      const before = await newSimulation(admin);
      assert.deepEqual(bodyOf(await patch(soc, before.id, {}), 200), before);
    });

    it('keeps techniques and tactics once each, where they came first', async () => {
      const { id } = await newSimulation(admin);
      const changed = bodyOf(
        await patch(red, id, {
          technique_ids: ['T1078', 'T1059', 'T1078', 'T1059.001', 'T1059'],
          tactic_ids: ['TA0112', 'TA0043', 'TA0112'],
        }),
        200,
      );
      assert.deepEqual(
        changed.techniques.map((technique: { id: string }) => technique.id),
        ['T1078', 'T1059', 'T1059.001'],
      );
      assert.deepEqual(changed.techniques.slice(0, 2), [account, shell]);
      assert.deepEqual(changed.tactics, [
        { id: 'TA0112', name: 'Defense Impairment' },
        { id: 'TA0043', name: 'Reconnaissance' },
      ]);
      const emptied = bodyOf(await patch(red, id, { technique_ids: [], tactic_ids: [] }), 200);
      assert.deepEqual([emptied.techniques, emptied.tactic_ids, emptied.tactics], [[], [], []]);
    });

    it('takes techniques as they are shown, on create and update', async () => {
      const { techniques } = await newSimulation(red, { techniques: [{ id: 'T1078' }, { id: 'T1059' }] });
      assert.deepEqual(techniques, [account, shell]);
      assert.deepEqual((await newSimulation(red, { techniques })).techniques, techniques);
      const { id } = await newSimulation(red);
      const changed = bodyOf(await patch(red, id, { techniques }), 200);
      assert.deepEqual([changed.techniques, changed.status], [techniques, 'in_progress']);
      const renamed = [{ ...shell, name: { not: 'looked at' }, tactics: 'neither' }];
      assert.deepEqual(bodyOf(await patch(red, id, { techniques: renamed }), 200).techniques, [shell]);
      const found = bodyOf(await red.get('/api/catalog/techniques/search?q=T1059'), 200).items;
      assert.equal(bodyOf(await patch(red, id, { techniques: found }), 200).techniques.length, found.length);
    });

    it('takes null for a list as an empty one, also instead of its template’s', async () => {
      const lists = { technique_ids: ['T1059'], tactic_ids: ['TA0002'] };
      const template = await newSimulationTemplate(red, lists);
      const none = { techniques: null, tactic_ids: null };
      const made = await newSimulation(red, { template_id: template.id, ...none });
      assert.deepEqual([made.techniques, made.tactic_ids], [[], []]);
      for (const emptied of [none, { technique_ids: null, tactic_ids: null }]) {
        const { id } = await newSimulation(red, { template_id: template.id });
        const changed = bodyOf(await patch(red, id, emptied), 200);
        assert.deepEqual([changed.techniques, changed.tactic_ids], [[], []]);
        assert.equal(changed.status, 'pending');
      }
    });

    it('takes every tactic of the map', async () => {
      const { id } = await newSimulation(admin);
      const changed = bodyOf(await patch(red, id, { tactic_ids: tactics.map((tactic) => tactic.id) }), 200);
      assert.deepEqual(changed.tactics, tactics);
    });

    const refusals: [what: string, body: object, at: string, names?: RegExp][] = [
      ['an unknown technique', { technique_ids: ['T1059', 'T9999'] }, 'technique_ids.1', /T9999/],
      ['an unknown sub-technique', { technique_ids: ['T1059.999'] }, 'technique_ids.0', /T1059\.999/],
      ['a tactic as a technique', { technique_ids: ['TA0001'] }, 'technique_ids.0', /TA0001/],
      ['an unknown tactic', { tactic_ids: ['TA9999'] }, 'tactic_ids.0', /TA9999/],
      ['a tactic by its name', { tactic_ids: ['Impact'] }, 'tactic_ids.0', /Impact/],
      ['501 techniques', { technique_ids: Array.from({ length: 501 }, () => 'T1059') }, 'technique_ids'],
      ['an unknown technique as an object', { techniques: [{ id: 'T9999' }] }, 'techniques.0.id', /T9999/],
      ['techniques named both ways', { techniques: [], technique_ids: [] }, 'technique_ids'],
      ['tactics, which are read-only', { tactics: [] }, 'tactics'],
      ['a status', { status: 'done' }, 'status'],
      ['another engagement', { engagement_id: nobody }, 'engagement_id'],
      ['a template', { template_id: nobody }, 'template_id'],
      ['a name of null', { name: null }, 'name'],
      ['an unknown detection level', { detection_level_id: nobody }, 'detection_level_id', /dead/],
      ['a detection level by its key', { detection_level_id: 'alerted' }, 'detection_level_id'],
      ['a detection level as an object', { detection_level: {} }, 'detection_level'],
      ['a time on a day that is not', { detected_at: '2026-02-30T00:00:00Z' }, 'detected_at'],
      ['an output of 200,001', { output: 'x'.repeat(200_001) }, 'output'],
      ['NUL', { output: 'a\u0000' }, 'output'],
    ];
    for (const [what, body, at, names = /./] of refusals) {
      it(`refuses ${what}, and changes nothing`, async () => {
        const before = await newSimulation(admin, { tactic_ids: ['TA0002'] });
        const answer = await patch(admin, before.id, { soc_comment: 'kept?', ...body });
        assert.equal(refusedAt(answer), at);
        assert.match(answer.body.detail, names);
        assert.deepEqual(await readSimulation(admin, before.id), before);
      });
    }

    const versions: [what: string, header: (tag: string) => string, status: number][] = [
      ['the present version', (tag) => tag, 200],
      ['any version', () => '*', 200],
      ['one of several', (tag) => `"other", ${tag}`, 200],
      ['an older version', () => '"2026-01-01T00:00:00.000Z"', 412],
      ['a weak tag', (tag) => `W/${tag}`, 412],
      ['no tag at all', () => 'yesterday', 400],
    ];
    for (const [what, header, status] of versions) {
      it(`If-Match with ${what}: ${status}`, async () => {
        const { id, updated_at } = await newSimulation(admin);
        const read = await admin.get(`${target}/${id}`);
        const tag = read.headers.get('etag')!;
        assert.equal(tag, `"${updated_at}"`);
        const answer = await patch(red, id, { output: 'x' }, { 'if-match': header(tag) });
        assert.equal(answer.status, status);
        if (status === 412) assert.equal(answer.body.code, 'stale');
        if (status === 200) assert.equal(answer.headers.get('etag'), `"${answer.body.updated_at}"`);
        else assert.equal((await readSimulation(admin, id)).output, null);
      });
    }
  });

  describe('naming techniques or tactics', () => {
    const named: [what: string, body: object, begins: boolean][] = [
      ['a technique', { technique_ids: ['T1059'] }, true],
      ['a technique as it is shown', { techniques: [{ id: 'T1059', name: 'Shell', tactics: [] }] }, true],
      ['a tactic', { tactic_ids: ['TA0002'] }, true],
      ['a tactic and no technique', { technique_ids: [], tactic_ids: ['TA0002'] }, true],
      ['none of either', { technique_ids: [], tactic_ids: [] }, false],
      ['something else', { output: 'x' }, false],
    ];
    for (const [what, body, begins] of named) {
      for (const status of ['planned', 'active', 'closed']) {
        it(`${begins ? 'begins' : 'does not begin'} work in a ${status} engagement by ${what}`, async () => {
          const engagement = await newEngagement(red, { status });
          const { id } = await newSimulation(red, {}, engagement.id);
          const changed = bodyOf(await patch(red, id, body), 200);
          assert.equal(changed.status, begins ? 'in_progress' : 'pending');
          const after = (await red.get(`/api/engagements/${engagement.id}`)).body;
          assert.equal(after.status, begins && status === 'planned' ? 'active' : status);
          assert.equal(after.updated_at > engagement.updated_at, begins && status === 'planned');
        });
      }
    }

    for (const status of ['in_progress', 'review_required'] as const) {
      it(`leaves a simulation in ${status}`, async () => {
        const { id } = await simulationIn(admin, status);
        assert.equal(bodyOf(await patch(red, id, { technique_ids: ['T1059'] }), 200).status, status);
      });
    }

    it('leaves a planned engagement once its simulation is no longer pending', async () => {
      const engagement = await newEngagement(red);
      const { id } = await newSimulation(red, {}, engagement.id);
      const status = async () => (await red.get(`/api/engagements/${engagement.id}`)).body.status;
      bodyOf(await move(red, id, 'in_progress'), 200);
      assert.equal(await status(), 'planned');
      bodyOf(await patch(red, id, { technique_ids: ['T1059'], tactic_ids: ['TA0002'] }), 200);
      assert.equal(await status(), 'planned');
      for (const next of ['review_required', 'in_progress']) bodyOf(await move(red, id, next), 200);
      bodyOf(await patch(red, id, { technique_ids: ['T1078'] }), 200);
      assert.equal(await status(), 'planned');
      const { id: other } = await newSimulation(red, {}, engagement.id);
      bodyOf(await patch(red, other, { technique_ids: ['T1078'] }), 200);
      assert.equal(await status(), 'active');
    });

    it('starts nothing when it is refused', async () => {
      const engagement = await newEngagement(red);
      const { id } = await newSimulation(red, {}, engagement.id);
      assert.equal((await patch(red, id, { tactic_ids: ['TA0002'], technique_ids: ['T9999'] })).status, 422);
      assert.equal((await patch(soc, id, { technique_ids: ['T1059'] })).status, 403);
      assert.equal((await patch(soc, id, { techniques: [{ id: 'T1059' }] })).status, 403);
      assert.equal((await readSimulation(red, id)).status, 'pending');
      assert.deepEqual((await red.get(`/api/engagements/${engagement.id}`)).body.status, 'planned');
    });
  });

  describe('transitions', () => {
    // Roles that get a 200; the others get 403. Any other move is 409 for everyone.
    const table: Record<string, Record<string, string>> = {
      pending: { pending: 'admin redteam', in_progress: 'admin redteam' },
      in_progress: { in_progress: 'admin redteam soc', review_required: 'admin redteam' },
      review_required: {
        in_progress: 'admin redteam soc',
        review_required: 'admin redteam soc',
        done: 'admin soc',
      },
      done: { review_required: 'admin redteam soc', done: 'admin soc' },
    };
    for (const from of simulationStates) {
      for (const to of simulationStates) {
        const who = table[from]?.[to];
        it(`${from} to ${to}: ${who ?? 'nobody'}`, async () => {
          for (const role of ['admin', 'redteam', 'soc'] as const) {
            const before = await simulationIn(admin, from);
            const answer = await move(server.client(role), before.id, to);
            const after = await readSimulation(admin, before.id);
            if (who?.split(' ').includes(role)) {
              assert.deepEqual(bodyOf(answer, 200), after);
              assert.equal(answer.headers.get('etag'), `"${after.updated_at}"`);
              assert.equal(after.status, to);
              assert.equal(after.updated_at > before.updated_at, from !== to);
            } else {
              const expected = who === undefined ? [409, 'illegal_transition'] : [403, 'forbidden'];
              assert.deepEqual([answer.status, answer.body.code], expected, role);
              assert.deepEqual(after, before);
            }
          }
          assertRefused(await move(server.anonymous, nobody, to), 401, 'unauthenticated');
        });
      }
    }

    const bodies: [what: string, body: object, at: string][] = [
      ['no status', {}, 'status'],
      ['an unknown status', { status: 'closed' }, 'status'],
      ['more than a status', { status: 'in_progress', executed_at: null }, 'executed_at'],
    ];
    for (const [what, body, at] of bodies) {
      it(`refuses ${what}`, async () => {
        const { id } = await newSimulation(admin);
        assert.equal(refusedAt(await soc.post(`${target}/${id}/transition`, body)), at);
      });
    }

    it('by hand leave the engagement as it is', async () => {
      const engagement = await newEngagement(red);
      const { id } = await newSimulation(red, {}, engagement.id);
      bodyOf(await move(red, id, 'in_progress'), 200);
      assert.equal((await red.get(`/api/engagements/${engagement.id}`)).body.status, 'planned');
    });

    it('reopen a simulation for writing, whichever role asks', async () => {
      for (const role of ['admin', 'redteam', 'soc'] as const) {
        const { id } = await simulationIn(admin, 'done');
        assertRefused(await patch(admin, id, { output: 'x' }), 409, 'done');
        bodyOf(await move(server.client(role), id, 'review_required'), 200);
        bodyOf(await patch(admin, id, { output: 'x' }), 200);
      }
    });

    it('happen once if requested at the same time', async () => {
      const { id } = await simulationIn(admin, 'review_required');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          move(index % 2 ? soc : red, id, index % 2 ? 'done' : 'in_progress'),
        ),
      );
      // Whichever move came first, the other side's move is no longer possible.
      const statuses = new Set(answers.map((answer) => answer.status));
      assert.deepEqual([...statuses].sort(), [200, 409]);
      const { status } = await readSimulation(admin, id);
      assert.equal(answers.filter((answer) => answer.status === 200).length, 10);
      for (const answer of answers) if (answer.status === 200) assert.equal(answer.body.status, status);
    });
  });
});

describe('the time of a write to a simulation', () => {
  it('is later than the one before, also when the clock steps back', async () => {
    let time = Date.now();
    const server = await startTestServer({ seams: { now: () => time } });
    try {
      const client = server.admin.client;
      let { id, updated_at } = await newSimulation(client);
      const writes = [
        () => client.patch(`${target}/${id}`, { output: 'x' }),
        () => move(client, id, 'in_progress'),
        () => client.patch(`${target}/${id}`, { tactic_ids: ['TA0001'] }),
        () => move(client, id, 'review_required'),
        () => client.patch(`${target}/${id}`, { soc_comment: 'x' }),
      ];
      for (const write of writes) {
        time -= 60_000;
        const changed = bodyOf(await write(), 200);
        assert.ok(changed.updated_at > updated_at, `${changed.updated_at} after ${updated_at}`);
        updated_at = changed.updated_at;
      }
    } finally {
      await server.close();
    }
  });
});

describe('simulations and the catalogue', () => {
  it('need it for new tags only: existing tags keep their names without the catalogue', async () => {
    const server = await startTestServer();
    const client = server.admin.client;
    try {
      const { id } = await newSimulation(client);
      const unknown = await client.patch(`${target}/${id}`, { technique_ids: ['T1059'] });
      assert.equal(refusedAt(unknown), 'technique_ids.0');
      bodyOf(await client.patch(`${target}/${id}`, { tactic_ids: ['TA0002'] }), 200);

      await loadCatalogue(client);
      const tagged = bodyOf(await client.patch(`${target}/${id}`, { technique_ids: ['T1078'] }), 200);
      assert.deepEqual(tagged.techniques, [account]);

      bodyOf(await client.post('/api/v1/diag/reset'), 200);
      const kept = await readSimulation(client, id);
      assert.deepEqual(kept.techniques, [{ ...account, tactics: [] }]);
      assert.deepEqual(kept.tactics, [{ id: 'TA0002', name: 'Execution' }]);
      assert.deepEqual((await client.get(`${target}?technique=T1078`)).body.total, 1);

      await loadCatalogue(client);
      assert.deepEqual((await readSimulation(client, id)).techniques, [account]);
    } finally {
      await server.close();
    }
  });
});
