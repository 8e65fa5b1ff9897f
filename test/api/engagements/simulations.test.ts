import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tactics } from '../../../domain/tactics.ts';
import type { Simulation, SimulationListItem } from '../../../server/simulations/contract.ts';
import {
  assertRefused,
  type Caller,
  callers,
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
import { bodyOf, nobody, refusal } from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer } from '../../support/servers/server.ts';

const target = '/api/simulations';

const shell = {
  id: 'T1059',
  name: 'Command and Scripting Interpreter',
  tactics: [{ id: 'TA0002', name: 'Execution' }],
};
const account = {
  id: 'T1078',
  name: 'Valid Accounts',
  tactics: [
    { id: 'TA0001', name: 'Initial Access' },
    { id: 'TA0003', name: 'Persistence' },
    { id: 'TA0004', name: 'Privilege Escalation' },
    { id: 'TA0005', name: 'Stealth' },
  ],
};

const redFields = {
  name: 'Changed',
  description: 'What it is',
  technique_ids: ['T1059'],
  tactic_ids: ['TA0002'],
  objective: 'Why',
  command: 'whoami',
  output: 'root',
  red_comment: 'Went well',
  executed_at: '2026-01-02T03:04:05.006Z',
};

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

  describe('access', () => {
    const everyone = 'anonymous 401, admin 200, redteam 200, soc 200';
    const operations: [what: string, call: (client: Client, own: Simulation) => Promise<Answer>, string][] = [
      [
        'list those of an engagement',
        (client, own) => client.get(`/api/engagements/${own.engagement_id}/simulations`),
        everyone,
      ],
      ['list all of them', (client) => client.get(target), everyone],
      ['read one', (client, own) => client.get(`${target}/${own.id}`), everyone],
      [
        'make one',
        (client, own) => client.post(`/api/engagements/${own.engagement_id}/simulations`, { name: 'New' }),
        'anonymous 401, admin 201, redteam 201, soc 403',
      ],
      ['change nothing of one', (client, own) => patch(client, own.id, {}), everyone],
      [
        'delete one',
        (client, own) => client.delete(`${target}/${own.id}`),
        'anonymous 401, admin 204, redteam 204, soc 403',
      ],
    ];
    for (const [what, call, expected] of operations) {
      it(`${what}: ${expected}`, async () => {
        const statuses: string[] = [];
        for (const caller of callers) {
          const answer = await call(server.client(caller), await newSimulation(admin));
          statuses.push(`${caller} ${answer.status}`);
        }
        assert.equal(statuses.join(', '), expected);
      });
    }

    it('deletes one in every state, including done', async () => {
      for (const status of simulationStates) {
        const { id } = await simulationIn(admin, status);
        bodyOf(await red.delete(`${target}/${id}`), 204);
        assertRefused(await red.get(`${target}/${id}`), 404, 'not_found');
      }
    });

    for (const [field, value] of Object.entries(redFields)) {
      it(`writes ${field}: administrators and red teamers`, async () => {
        const { id } = await newSimulation(admin);
        const body = { [field]: value };
        assertRefused(await patch(server.anonymous, id, body), 401, 'unauthenticated');
        assertRefused(await patch(soc, id, body), 403, 'forbidden');
        for (const client of [admin, red]) {
          const { [field as keyof Simulation]: shown, techniques } = bodyOf(
            await patch(client, id, body),
            200,
          );
          if (field === 'technique_ids') assert.deepEqual(techniques, [shell]);
          else assert.deepEqual(shown, value);
        }
      });
    }

    for (const field of ['detection_level_id', 'soc_comment', 'detected_at']) {
      it(`writes ${field}: administrators and the SOC`, async () => {
        const { id } = await newSimulation(admin);
        const body = { [field]: socFields[field] };
        assertRefused(await patch(server.anonymous, id, body), 401, 'unauthenticated');
        assertRefused(await patch(red, id, body), 403, 'forbidden');
        for (const client of [admin, soc]) {
          const changed = bodyOf(await patch(client, id, body), 200);
          if (field === 'detection_level_id') assert.deepEqual(changed.detection_level, levels[2]);
          else assert.deepEqual(changed[field], socFields[field]);
        }
      });
    }

    it('writes both sides at once: administrators only, all or nothing', async () => {
      const before = await newSimulation(admin);
      const body = { output: 'seen', soc_comment: 'seen too' };
      assertRefused(await patch(red, before.id, body), 403, 'forbidden');
      assertRefused(await patch(soc, before.id, body), 403, 'forbidden');
      assert.deepEqual(await readSimulation(admin, before.id), before);
      bodyOf(await patch(admin, before.id, { ...redFields, ...socFields }), 200);
    });

    it('is decided by the role, whatever permissions a group adds', async () => {
      const { client } = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
      const { id } = await newSimulation(admin);
      assertRefused(await patch(client, id, { output: 'x' }), 403, 'forbidden');
    });
  });

  describe('the order of refusals', () => {
    let done: string;
    let open: string;
    before(async () => {
      done = (await simulationIn(admin, 'done')).id;
      open = (await newSimulation(admin)).id;
    });
    const bad = { output: 7, nonsense: 1 };
    const patches: [Caller, which: 'done' | 'open' | 'missing' | 'no-uuid', body: object, status: number][] =
      [
        ['anonymous', 'done', {}, 401],
        ['anonymous', 'missing', {}, 401],
        ['soc', 'missing', { output: 'x' }, 404],
        ['soc', 'no-uuid', { output: 'x' }, 404],
        ['redteam', 'missing', { soc_comment: 'x' }, 404],
        ['admin', 'done', {}, 409],
        ['admin', 'done', { output: 'x' }, 409],
        ['redteam', 'done', { output: 'x' }, 409],
        ['redteam', 'done', { soc_comment: 'x' }, 409],
        ['redteam', 'done', bad, 409],
        ['soc', 'done', { soc_comment: 'x' }, 409],
        ['soc', 'done', { output: 'x' }, 409],
        ['soc', 'done', { technique_ids: ['nonsense'] }, 409],
        ['soc', 'open', { technique_ids: [] }, 403],
        ['soc', 'open', { technique_ids: ['nonsense'] }, 403],
        ['soc', 'open', { tactic_ids: 'nonsense' }, 403],
        ['soc', 'open', bad, 403],
        ['redteam', 'open', { detected_at: 'never', nonsense: 1 }, 403],
        ['soc', 'open', { nonsense: 1 }, 422],
        ['soc', 'open', { detected_at: 'never' }, 422],
        ['redteam', 'open', bad, 422],
        ['admin', 'open', { output: 7, soc_comment: 7 }, 422],
      ];
    for (const [caller, which, body, status] of patches) {
      it(`${caller} PATCH ${which} ${JSON.stringify(body)}: ${status}`, async () => {
        const id = { done, open, missing: nobody, 'no-uuid': 'no-uuid' }[which];
        const answer = await patch(server.client(caller), id, body);
        assert.equal(answer.status, status, JSON.stringify(answer.body));
        if (status === 409) assert.equal(answer.body.code, 'done');
      });
    }

    it('a body that is no JSON is reported after the state', async () => {
      const headers = { 'content-type': 'application/json' };
      const broken = (id: string) => soc.request('PATCH', `${target}/${id}`, { raw: '{"output": ', headers });
      assertRefused(await broken(done), 409, 'done');
      assertRefused(await broken(open), 400, 'malformed_body');
      assertRefused(
        await soc.request('PATCH', `${target}/${open}`, {
          raw: '{}',
          headers: { 'content-type': 'text/plain' },
        }),
        415,
        'unsupported_media_type',
      );
      assert.equal((await patch(soc, open, ['output'])).status, 422);
    });

    const others: [Caller, method: string, path: string, body: unknown, status: number][] = [
      ['soc', 'POST', `/api/engagements/${nobody}/simulations`, { bad: 1 }, 403],
      ['redteam', 'POST', `/api/engagements/${nobody}/simulations`, { bad: 1 }, 404],
      ['redteam', 'POST', '/api/engagements/no-uuid/simulations', { bad: 1 }, 404],
      ['soc', 'GET', `/api/engagements/${nobody}/simulations?limit=x`, undefined, 404],
      ['soc', 'DELETE', `${target}/${nobody}`, undefined, 403],
      ['redteam', 'DELETE', `${target}/${nobody}`, undefined, 404],
      ['soc', 'GET', `${target}/${nobody}`, undefined, 404],
      ['soc', 'POST', `${target}/${nobody}/transition`, { bad: 1 }, 404],
      ['anonymous', 'POST', `${target}/${nobody}/transition`, { bad: 1 }, 401],
    ];
    for (const [caller, method, path, body, status] of others) {
      it(`${caller} ${method} ${path}: ${status}`, async () => {
        const options = body === undefined ? {} : { body };
        assert.equal((await server.client(caller).request(method, path, options)).status, status);
      });
    }

    it('does not distinguish unknown from deleted ones', async () => {
      const { id } = await newSimulation(admin);
      bodyOf(await admin.delete(`${target}/${id}`), 204);
      assert.deepEqual(
        refusal(await admin.get(`${target}/${id}`)),
        refusal(await admin.get(`${target}/${nobody}`)),
      );
    });
  });

  describe('making one', () => {
    it('needs a name only, and starts pending', async () => {
      const engagement = await newEngagement(red);
      const made = await newSimulation(red, { name: '  Look around ' }, engagement.id);
      const { id, created_at, updated_at, ...shown } = made;
      assert.deepEqual(shown, {
        engagement_id: engagement.id,
        template_id: null,
        name: 'Look around',
        description: null,
        status: 'pending',
        techniques: [],
        tactic_ids: [],
        tactics: [],
        objective: null,
        command: null,
        output: null,
        red_comment: null,
        executed_at: null,
        detection_level: null,
        detection_level_source: null,
        soc_comment: null,
        detected_at: null,
        output_parts: [],
        outcome: null,
        evidence: [],
        facts: [],
      });
      assert.equal(updated_at, created_at);
      assert.deepEqual(await readSimulation(soc, id), made);
    });

    it('keeps the red fields verbatim', async () => {
      const { technique_ids: _ids, ...fields } = redFields;
      const output = ' <script>alert(1)</script> %s {{x}}\r\n\u001b[31m\u{1f47e} ';
      const made = await newSimulation(red, {
        ...fields,
        output,
        executed_at: '2026-01-02T05:04:05.006+02:00',
      });
      for (const [name, value] of Object.entries({ ...fields, output })) {
        assert.deepEqual(made[name as keyof Simulation], value);
      }
    });

    it('stays pending with techniques and tactics, and leaves its engagement planned', async () => {
      const engagement = await newEngagement(red);
      const made = await newSimulation(
        red,
        {
          techniques: [{ id: 'T1078' }, { id: 'T1059' }, { id: 'T1078' }],
          tactic_ids: ['TA0040', 'TA0001', 'TA0040'],
        },
        engagement.id,
      );
      assert.equal(made.status, 'pending');
      assert.deepEqual(made.techniques, [account, shell]);
      assert.deepEqual(made.tactic_ids, ['TA0040', 'TA0001']);
      assert.deepEqual(made.tactics, [
        { id: 'TA0040', name: 'Impact' },
        { id: 'TA0001', name: 'Initial Access' },
      ]);
      assert.equal((await red.get(`/api/engagements/${engagement.id}`)).body.status, 'planned');
    });

    const refusals: [what: string, fields: object, at: string][] = [
      ['no name', { name: undefined }, 'name'],
      ['a name of null', { name: null }, 'name'],
      ['a blank name', { name: ' ' }, 'name'],
      ['technique_ids', { technique_ids: ['T1059'] }, 'technique_ids'],
      ['no technique_ids even', { technique_ids: [] }, 'technique_ids'],
      ['techniques that are no objects', { techniques: ['T1059'] }, 'techniques.0'],
      [
        'techniques with what no answer shows',
        { techniques: [{ id: 'T1059', colour: 'x' }] },
        'techniques.0.colour',
      ],
      ['an unknown technique', { techniques: [{ id: 'T1059' }, { id: 'T9999' }] }, 'techniques.1.id'],
      ['a tactic as a technique', { techniques: [{ id: 'TA0001' }] }, 'techniques.0.id'],
      ['a technique in lower case', { techniques: [{ id: 't1059' }] }, 'techniques.0.id'],
      ['an unknown tactic', { tactic_ids: ['TA0001', 'TA9999'] }, 'tactic_ids.1'],
      ['a technique as a tactic', { tactic_ids: ['T1059'] }, 'tactic_ids.0'],
      ['tactics', { tactics: [] }, 'tactics'],
      ['a status', { status: 'in_progress' }, 'status'],
      ['a SOC field', { soc_comment: 'x' }, 'soc_comment'],
      ['a detection level', { detection_level_id: nobody }, 'detection_level_id'],
      ['a time without an offset', { executed_at: '2026-01-02T03:04:05' }, 'executed_at'],
      ['a template that is no identifier', { template_id: 'x' }, 'template_id'],
      ['an unknown template', { template_id: nobody }, 'template_id'],
      ['a command of 200,001', { command: 'x'.repeat(200_001) }, 'command'],
    ];
    for (const [what, fields, at] of refusals) {
      it(`refuses ${what}`, async () => {
        const engagement = await newEngagement(red);
        const path = `/api/engagements/${engagement.id}/simulations`;
        const answer = await red.post(path, { name: 'Look around', ...fields });
        assert.equal(refusedAt(answer), at);
        assert.equal((await red.get(path)).body.total, 0);
      });
    }

    it('names the technique that is unknown', async () => {
      const { engagement_id } = await newSimulation(red);
      const answer = await red.post(`/api/engagements/${engagement_id}/simulations`, {
        name: 'x',
        techniques: [{ id: 'T9999' }],
      });
      assert.match(answer.body.detail, /T9999/);
    });

    describe('from a template', () => {
      const fields = {
        name: 'Template of a look around',
        description: 'Described',
        objective: 'Objective',
        command: 'id',
        techniques: [{ id: 'T1059' }],
        tactic_ids: ['TA0002'],
      };
      it('copies what the body leaves out', async () => {
        const template = await newSimulationTemplate(red, { ...fields, expected_detection: 'An alert' });
        const { engagement_id } = await newSimulation(red);
        const answer = await red.post(`/api/engagements/${engagement_id}/simulations`, {
          template_id: template.id,
        });
        const made: Simulation = bodyOf(answer, 201);
        const { name, description, objective, command, techniques, tactic_ids, tactics, status } = made;
        assert.deepEqual(
          { name, description, objective, command, techniques, tactic_ids, tactics, status },
          {
            ...fields,
            techniques: [shell],
            tactics: [{ id: 'TA0002', name: 'Execution' }],
            status: 'pending',
          },
        );
        assert.equal(made.template_id, template.id);

        bodyOf(await red.patch(`/api/templates/${template.id}`, { name: 'Later', technique_ids: [] }), 200);
        assert.deepEqual(await readSimulation(red, made.id), made);
        bodyOf(await red.delete(`/api/templates/${template.id}`), 204);
        assert.deepEqual(await readSimulation(red, made.id), { ...made, template_id: null });
      });

      it('uses the fields of the body, null and empty values included', async () => {
        const template = await newSimulationTemplate(red, { ...fields, name: 'Another template' });
        const made = await newSimulation(red, {
          template_id: template.id,
          name: 'Own name',
          description: null,
          objective: 'Own',
          techniques: [],
          tactic_ids: ['TA0040'],
        });
        assert.deepEqual(
          [made.name, made.description, made.objective, made.command, made.techniques, made.tactic_ids],
          ['Own name', null, 'Own', 'id', [], ['TA0040']],
        );
      });
    });
  });

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
