import assert from 'node:assert/strict';
import { bodyOf } from '../../support/missions/factories.ts';
import type { Answer, Client } from '../../support/servers/server.ts';

export type Body = Answer['body'];

const testFields = [
  ...[
    'name',
    'description',
    'objective',
    'procedure',
    'suggested_command',
    'cleanup_command',
    'expected_detection',
  ],
  ...[
    'platforms',
    'opsec',
    'tags',
    'variables',
    'status',
    'command',
    'output',
    'red_comment',
    'blue_comment',
  ],
  ...['executed_at', 'started_at', 'ended_at', 'detected_at', 'source_host', 'target_host', 'target_user'],
  ...['operator', 'attack_result', 'detection_level_source'],
];
const factFields = [
  'kind',
  'result',
  'at',
  'rule_name',
  'rule_id',
  'alert_id',
  'severity',
  'category',
  'note',
];

const pick = (body: Body, fields: readonly string[]) =>
  Object.fromEntries(
    fields.map((field) => {
      assert.ok(field in body, field);
      return [field, body[field]];
    }),
  );
/** Compares lists regardless of order. */
const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(item)).sort();

/** A mission as shown by a server, without the server's own fields. */
export async function show(client: Client, id: string, { hasEvidence = true } = {}) {
  const mission = bodyOf(await client.get(`/api/v1/missions/${id}`), 200);
  const scenarios = [];
  for (const scenario of mission.scenarios) {
    const tests = [];
    for (const { id: testId } of scenario.tests) {
      const test = bodyOf(await client.get(`/api/v1/missions/${id}/tests/${testId}`), 200);
      tests.push({
        ...pick(test, testFields),
        level: test.detection_level?.key ?? null,
        tags: sorted(test.catalog_tags.map((tag: Body) => tag.external_id)),
        expectations: sorted(
          test.expectations.map((one: Body) => [
            one.kind,
            one.result,
            one.severity,
            one.within_seconds,
            one.tools.map((tool: Body) => tool.name),
          ]),
        ),
        facts: sorted(test.facts.map((fact: Body) => [pick(fact, factFields), fact.tool?.name ?? null])),
        evidence: hasEvidence
          ? sorted(
              test.evidence.map((file: Body) =>
                pick(file, ['file_name', 'side', 'caption', 'sha256', 'size']),
              ),
            )
          : [],
      });
    }
    scenarios.push({ name: scenario.name, tests });
  }
  return { name: mission.name, organisation: mission.organisation?.name ?? null, scenarios };
}
