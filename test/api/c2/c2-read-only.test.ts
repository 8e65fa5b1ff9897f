import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mythicQueries } from '../../../server/c2/frameworks/mythic/queries.ts';
import {
  calderaLink,
  calderaOperation,
  type Framework,
  mythicTask,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import { type C2Server, during, startC2Server } from '../../support/c2/c2-server.ts';

/** The stand-ins fail the test on close if they have received anything but reads. */

const attack = 'mutation { createTask(callback_id: 1, command: "shell", params: "id") { id } }';

const hostile = [
  attack,
  `1}) { id } } ${attack} #`,
  '900) { id } }',
  '$id',
  '{"_eq": 900}',
  '../../operations',
  `${calderaOperation}/../../potential-links`,
  `${calderaOperation}/x?_method=POST`,
  `${calderaOperation}/x\r\n\r\nDELETE /api/v2/operations/1 HTTP/1.1\r\n\r\n`,
  '..%2f..%2foperations/x',
  'http://127.0.0.1:1/graphql/',
  '//127.0.0.1:1/x',
  '__proto__',
  'constructor/prototype',
  '9'.repeat(300),
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Damson is meant to send each of the requests that the framework received. */
function assertReads(framework: Framework, kind: 'mythic' | 'caldera'): void {
  assert.ok(framework.requests.length > 0);
  const documents = Object.values(mythicQueries).map((query) => query.document);
  for (const { method, path, body, headers } of framework.requests) {
    if (kind === 'mythic') {
      assert.equal(`${method} ${path}`, 'POST /graphql/');
      const { query, variables, ...others } = JSON.parse(body);
      assert.ok(documents.includes(query), query);
      assert.ok(Object.values(variables).flat().every(Number.isSafeInteger), body);
      assert.deepEqual(others, {});
    } else {
      assert.equal(`${method} ${body}`, 'GET ');
      assert.match(
        path,
        /^\/api\/v2\/(health|agents|operations(\/[\w-]+\/links(\/[\w-]+(\/result)?)?)?)(\?(include=\w+&?)+)?$/,
      );
    }
    const overrides = Object.keys(headers).filter((name) => /method|override/.test(name));
    assert.deepEqual(overrides, []);
  }
}

async function driveEverything(
  server: C2Server,
  config: { framework: string; base_url: string; token: string },
  task: string,
): Promise<void> {
  const { red } = server;
  const { engagement, simulation } = await server.linked(config, task);
  const configPath = `/api/engagements/${engagement}/c2-config`;
  const document = (await red.client.get('/api/openapi.json')).body;
  const paths = Object.keys(document.paths).filter((path) => /c2|\/outputs/.test(path));
  assert.equal(paths.length, 10, paths.join());

  for (const text of hostile) {
    // Every configuration with every request.
    await server.configure(engagement, { ...config, operation: text.slice(0, 200) });
    await red.client.post(`${configPath}/test`);
    await red.client.get(`/api/engagements/${engagement}/c2/callbacks`);
    for (const page of ['1', '2', encodeURIComponent(text)]) {
      await red.client.get(`/api/engagements/${engagement}/c2/tasks?page=${page}`);
    }
    await server.configure(engagement, config);
    const answer = await server.link(simulation, text);
    assert.ok([400, 422].includes(answer.status), `${answer.status} ${text}`);
    await server.tasks(simulation);

    for (const pattern of paths) {
      for (const method of methods) {
        const target = pattern
          .replace('{engagement_id}', engagement)
          .replace('{simulation_id}', simulation)
          .replace('{task_id}', encodeURIComponent(text))
          .replace('{output_id}', encodeURIComponent(text));
        if (method === 'DELETE' && target === configPath) continue;
        const headers = { 'x-http-method-override': 'DELETE', 'content-type': 'application/json' };
        const body = {
          external_id: text,
          command: text,
          query: attack,
          variables: { id: text },
          operationName: text,
        };
        const withBody = method === 'GET' || method === 'HEAD' ? {} : { body };
        const sent = await red.client.request(method, target, { headers, ...withBody });
        const allowed = pattern in document.paths && method.toLowerCase() in document.paths[pattern];
        if (!allowed && method !== 'HEAD') assert.equal(sent.status, 405, `${method} ${pattern}`);
      }
    }
  }
  const [linked] = (await server.tasks(simulation)).body.items;
  assert.equal((await red.client.delete(`/api/simulations/${simulation}/c2/tasks/${linked.id}`)).status, 204);
  assert.equal((await red.client.delete(configPath)).status, 200);
  assert.equal((await red.client.delete(`/api/engagements/${engagement}`)).status, 204);
}

describe('nothing that comes over HTTP writes to a framework', () => {
  it('Mythic: only the queries that Damson is made with', async (t) => {
    const server = await during(t, startC2Server());
    const mythic = await during(t, startMythic({ data: { tasks: [mythicTask({ completed: false })] } }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    await driveEverything(server, config, '900');
    assertReads(mythic, 'mythic');
  });

  it('Caldera: only GET, and only these paths', async (t) => {
    const server = await during(t, startC2Server());
    const link = calderaLink({ finish: null });
    const operations = [{ id: calderaOperation, name: 'Harbour', links: [link] }];
    const caldera = await during(t, startCaldera({ data: { operations } }));
    const config = { framework: 'caldera', base_url: caldera.url, token: caldera.data.key };
    await driveEverything(server, config, `${calderaOperation}/${link.id}`);
    assertReads(caldera, 'caldera');
  });

  it('names that a framework gives itself do not get around it', async (t) => {
    const server = await during(t, startC2Server());
    const bad = { id: '../../../operations/1', name: attack, links: [calderaLink({ id: 'x/../..' })] };
    const caldera = await during(t, startCaldera({ data: { operations: [bad] } }));
    const engagement = await server.engagement();
    const config = { framework: 'caldera', base_url: caldera.url, token: caldera.data.key };
    await server.configure(engagement, config);
    const listed = await server.red.client.get(`/api/engagements/${engagement}/c2/tasks`);
    assert.equal(listed.status, 502);
    assertReads(caldera, 'caldera');
  });
});
