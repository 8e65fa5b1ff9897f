import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Permission, permissions } from '../../domain/permissions.ts';
import { mayCall } from '../http/route.ts';
import { missionCopyRoutes } from './copies/routes.ts';
import { missionEvidenceRoutes } from './evidence/routes.ts';
import { missionFactRoutes } from './facts/routes.ts';
import { missionTestRoutes } from './mission-tests/routes.ts';
import { missionPlanRoutes } from './plans/routes.ts';
import { remediationRoutes } from './remediations/routes.ts';
import { missionRemovalRoutes } from './removals/routes.ts';
import { missionRetestRoutes } from './retests/routes.ts';
import { missionRoutes } from './routes.ts';
import { missionRunRoutes } from './runs/routes.ts';
import { missionScenarioRoutes } from './scenarios/routes.ts';
import { tlptRoutes } from './tlpt/routes.ts';

const red = 'mission.write_red_fields';
const blue = 'mission.write_blue_fields';

// Every role may read missions and write for one of two sides; over HTTP nobody can be created with less.
const routes = [
  ...missionRoutes({} as never),
  ...missionTestRoutes({} as never),
  ...missionEvidenceRoutes({} as never),
  ...missionFactRoutes({} as never),
  ...remediationRoutes({} as never),
  ...tlptRoutes({} as never),
  ...missionRunRoutes({} as never),
  ...missionRetestRoutes({} as never),
  ...missionScenarioRoutes({} as never),
  ...missionPlanRoutes({} as never),
  ...missionRemovalRoutes({} as never),
  ...missionCopyRoutes({} as never),
];

/** Alternatives: any one set of permissions is enough, and nothing less is. */
const expected: [operation: string, body: object, alternatives: Permission[][]][] = [
  ['GET /missions', {}, [['mission.read']]],
  ['POST /missions', {}, [['mission.create']]],
  ['GET /missions/:mission_id', {}, [['mission.read']]],
  ['PATCH /missions/:mission_id', {}, [['mission.update']]],
  ['DELETE /missions/:mission_id', {}, [['mission.archive']]],
  ['POST /missions/:mission_id/scenarios', {}, [['mission.update']]],
  ['PUT /missions/:mission_id/members', {}, [['mission.update']]],
  ['PUT /missions/:mission_id/scenarios/order', {}, [['mission.update']]],
  ['PATCH /missions/:mission_id/scenarios/:scenario_id', {}, [['mission.update']]],
  ['DELETE /missions/:mission_id/scenarios/:scenario_id', {}, [['mission.update']]],
  ['POST /missions/:mission_id/scenarios/:scenario_id/restore', {}, [['mission.update']]],
  ['PUT /missions/:mission_id/scenarios/:scenario_id/order', {}, [['mission.update']]],
  ['POST /missions/:mission_id/scenarios/:scenario_id/tests', { name: 'x' }, [['mission.update']]],
  [
    'POST /missions/:mission_id/scenarios/:scenario_id/tests',
    { test_template_ids: [] },
    [['mission.update', 'test_template.read']],
  ],
  ['PATCH /missions/:mission_id/tests/:test_id/plan', {}, [['mission.update']]],
  ['POST /missions/:mission_id/tests/:test_id/move', {}, [['mission.update']]],
  ['DELETE /missions/:mission_id/tests/:test_id', {}, [['mission.update']]],
  ['POST /missions/:mission_id/tests/:test_id/restore', {}, [['mission.update']]],
  ['POST /missions/:mission_id/clone', {}, [['mission.create']]],
  ['POST /missions/:mission_id/transition', { status: 'archived' }, [['mission.archive']]],
  ['POST /missions/:mission_id/transition', { status: 'in_progress' }, [['mission.update']]],
  ['POST /missions/:mission_id/transition', { status: 'draft' }, [['mission.update']]],
  ['POST /missions/:mission_id/transition', {}, [['mission.update']]],
  ['GET /missions/:mission_id/tests/:test_id', {}, [['mission.read']]],
  ['GET /missions/:mission_id/tests/:test_id/suggestions', {}, [['mission.read']]],
  ['PUT /missions/:mission_id/tests/:test_id', {}, [[red], [blue]]],
  ['PUT /missions/:mission_id/tests/:test_id', { nonsense: 1 }, [[red], [blue]]],
  ['PUT /missions/:mission_id/tests/:test_id', { output: 1 }, [[red]]],
  ['PUT /missions/:mission_id/tests/:test_id', { detected_at: 1 }, [[blue]]],
  ['PUT /missions/:mission_id/tests/:test_id', { output: 1, detected_at: 1 }, [[red, blue]]],
  ['POST /missions/:mission_id/tests/:test_id/transition', {}, [[red], [blue]]],
  // Red executes and blue undoes its review, so the current state decides later.
  ['POST /missions/:mission_id/tests/:test_id/transition', { status: 'executed' }, [[red], [blue]]],
  ['POST /missions/:mission_id/tests/:test_id/transition', { status: 'pending' }, [[red]]],
  ['POST /missions/:mission_id/tests/:test_id/transition', { status: 'reviewed_by_blue' }, [[blue]]],
  ['PUT /missions/:mission_id/tests/:test_id/expectations', {}, [['mission.update']]],
  ['GET /missions/:mission_id/activity', {}, [['mission.read']]],
  ['GET /missions/:mission_id/history', {}, [['mission.read']]],
  ['GET /missions/:mission_id/history/:seq', {}, [['mission.read']]],
  ['GET /missions/:mission_id/tests/:test_id/facts', {}, [['mission.read']]],
  ['POST /missions/:mission_id/tests/:test_id/facts', {}, [[blue]]],
  ['GET /missions/:mission_id/tests/:test_id/facts/:fact_id', {}, [['mission.read']]],
  ['PATCH /missions/:mission_id/tests/:test_id/facts/:fact_id', {}, [[blue]]],
  ['DELETE /missions/:mission_id/tests/:test_id/facts/:fact_id', {}, [[blue]]],
  ['GET /missions/:mission_id/tlpt', {}, [['mission.read']]],
  ['PATCH /missions/:mission_id/tlpt', {}, [['mission.update']]],
  ['GET /remediations', {}, [['mission.read']]],
  ['GET /missions/:mission_id/remediations', {}, [['mission.read']]],
  ['POST /missions/:mission_id/remediations', {}, [['mission.update'], [red], [blue]]],
  ['GET /missions/:mission_id/remediations/:remediation_id', {}, [['mission.read']]],
  ['PATCH /missions/:mission_id/remediations/:remediation_id', {}, [['mission.update'], [red], [blue]]],
  ['DELETE /missions/:mission_id/remediations/:remediation_id', {}, [['mission.update'], [red], [blue]]],
  ['GET /missions/:mission_id/tests/:test_id/runs', {}, [['mission.read']]],
  ['POST /missions/:mission_id/tests/:test_id/runs', {}, [[red]]],
  ['DELETE /missions/:mission_id/tests/:test_id/runs/latest', {}, [[red]]],
  ['GET /missions/:mission_id/runs', {}, [['mission.read']]],
  ['POST /missions/:mission_id/runs', {}, [[red]]],
  ['POST /missions/:mission_id/retest', {}, [['mission.create']]],
  ['POST /missions/:mission_id/tests/:test_id/evidence', {}, [[red], [blue]]],
  ['GET /missions/:mission_id/pictures', {}, [['mission.read']]],
  ['GET /evidence/usage', {}, [['system.manage']]],
  ['GET /evidence/:evidence_id', {}, [['mission.read']]],
  ['GET /evidence/:evidence_id/record', {}, [['mission.read']]],
  ['PATCH /evidence/:evidence_id/record', {}, [[red], [blue]]],
  ['DELETE /evidence/:evidence_id', {}, [[red], [blue]]],
];

describe('the permissions for missions', () => {
  it('are stated for every operation', () => {
    assert.deepEqual(
      [...new Set(expected.map(([operation]) => operation))].sort(),
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  for (const [operation, body, alternatives] of expected) {
    it(`${operation} ${JSON.stringify(body)}: ${alternatives.map((set) => set.join(' and ')).join(' or ')}`, () => {
      const route = routes.find(({ method, path }) => `${method} ${path}` === operation)!;
      const passes = (held: readonly Permission[]): boolean => {
        const user = {
          id: '',
          sessionId: '',
          displayName: '',
          role: 'soc' as const,
          permissions: new Set(held),
        };
        const more = route.alsoNeeds?.(body as Record<string, unknown>) ?? [];
        return mayCall(route.access, user) && more.every((permission) => held.includes(permission));
      };
      for (const set of alternatives) {
        assert.equal(passes(set), true, set.join());
        const others = alternatives.filter((other) => other !== set).flat();
        for (const missing of set) {
          const rest = permissions.filter((one) => one !== missing && !others.includes(one));
          assert.equal(passes(rest), false, `without ${missing}`);
        }
      }
      assert.equal(passes([]), false);
    });
  }
});
