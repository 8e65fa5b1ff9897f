import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readTest,
} from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('hostile text', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
  });
  after(() => server.close());

  const texts = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '"; drop table missions; --',
    '\u202eevil\u202c \u2066x\u2069 \ufeff\u200b',
    '\u001b[31mred\u001b]0;title\u0007\u001b[2J',
    '%s%n%x %d {{7*7}} $(id) `id`',
    '../../../../etc/passwd',
    '..\\..\\windows\\system32',
    'a\r\nSet-Cookie: x=1\r\n\r\nHTTP/1.1 200 OK',
    '{"__proto__": {"admin": true}}',
    '__proto__',
    'constructor',
    'null',
    '=cmd|" /C calc"!A0',
    'e\u0301 \u00e9 \ufb01 İ ı ß 𝕏 👩‍👩‍👧‍👦 \u0000'.replace('\u0000', ''),
    '\u0001\u0008\u000b\u000c\u007f\u0085\u2028\u2029',
    ' leading and trailing \t\r\n ',
    'x'.repeat(10_000),
    '漢🔥'.repeat(3_000),
  ];

  it('is returned verbatim in every field of templates, missions and tests', async () => {
    const levels = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
    for (const text of texts) {
      const label = [...`x${text.trim()}x`].slice(0, 45).join('');
      const template = await newTestTemplate(admin, {
        name: label,
        description: text,
        objective: text,
        procedure: text,
        command: text,
        cleanup_command: text,
        expected_detection: text,
        platforms: [label],
        tags: [label],
      });
      const scenario = await newScenarioTemplate(admin, {
        name: label,
        description: text,
        tests: [template.id],
      });
      const mission = await newMission(admin, {
        tests: 0,
        name: label,
        client: label,
        description: text,
        scenario_template_ids: [scenario.id],
      });
      assert.deepEqual([mission.name, mission.client, mission.description], [label, label, text]);
      assert.deepEqual([mission.scenarios[0]?.name, mission.scenarios[0]?.description], [label, text]);
      const place = placeOf(mission);
      const written = bodyOf(
        await admin.put(place.path, {
          command: text,
          output: text,
          red_comment: text,
          blue_comment: text,
          detection_level_id: levels[0].id,
        }),
        200,
      );
      const test = await readTest(admin, place);
      assert.deepEqual(written, test);
      for (const field of [
        'description',
        'objective',
        'procedure',
        'suggested_command',
        'cleanup_command',
        'expected_detection',
        'command',
        'output',
        'red_comment',
        'blue_comment',
      ] as const) {
        assert.equal(test[field], text, field);
      }
      assert.deepEqual([test.name, test.platforms, test.tags], [label, [label], [label]]);
      const texts = { shortcoming: text, root_cause: text, measure: text, risk_if_not_done: text };
      const remediation = { title: label, owner_text: label, ...texts };
      const made = bodyOf(await admin.post(`${place.missionPath}/remediations`, remediation), 201);
      assert.partialDeepStrictEqual(made, remediation);
      const { items } = bodyOf(
        await admin.get(
          `/api/v1/missions?q=${encodeURIComponent(label)}&client=${encodeURIComponent(label)}`,
        ),
        200,
      );
      assert.deepEqual(
        items.map(({ id }: Mission) => id),
        [mission.id],
        label,
      );
    }
  });

  it('is bounded and well-formed', async () => {
    const place = placeOf(await newMission(admin));
    const put = (body: object) => admin.put(place.path, body);
    assert.equal((await put({ output: 'x'.repeat(200_000) })).status, 200);
    assert.equal((await put({ output: 'x'.repeat(200_001) })).status, 422);
    assert.equal((await put({ output: 'a\u0000' })).status, 422);
    assert.equal((await put({ output: '\ud800' })).status, 400);
    assert.equal((await put({ output: '漢'.repeat(400_000) })).status, 413);
  });
});
