import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Simulation } from '../../../server/simulations/contract.ts';
import {
  assertRefused,
  type Caller,
  callers,
  type EngagementsServer,
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
import type { Answer, Client } from '../../support/servers/server.ts';
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
});
