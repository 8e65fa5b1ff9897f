import { gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';

type Outline = { mission: string; missionPath: string; scenarios: { id: string; tests: string[] }[] };

/** A new mission of two scenarios of three tests. */
async function newOutline(worker: Worker): Promise<Outline> {
  const name = worker.name();
  const { id: mission } = await worker.make('/api/v1/missions', { name }, (made) => [
    showing(`mission ${made.id}`, `/api/v1/missions/${made.id}`, { name }),
  ]);
  const missionPath = `/api/v1/missions/${mission}`;
  const body = { scenario_template_ids: [worker.scenario, worker.scenario] };
  const { scenarios } = await worker.make(`${missionPath}/scenarios`, body, () => [
    showing(`mission ${mission}`, missionPath, { name, counts: { tests: 6 } }),
  ]);
  return {
    mission,
    missionPath,
    scenarios: scenarios.map(({ id, tests }: { id: string; tests: { id: string }[] }) => ({
      id,
      tests: tests.map((test) => test.id),
    })),
  };
}

async function newScenario(worker: Worker, { mission, missionPath }: Outline): Promise<string> {
  const name = worker.name();
  const { scenarios } = await worker.make(`${missionPath}/scenarios`, { name }, () => [
    showing(`last scenario of ${mission}`, missionPath, { scenarios: [{}, {}, { name }] }),
  ]);
  return scenarios.at(-1).id;
}

async function removeScenario(worker: Worker, outline: Outline): Promise<string> {
  const { mission, missionPath, scenarios } = outline;
  const scenario = await newScenario(worker, outline);
  const facts = [
    showing(`last scenario of ${mission}`, missionPath, {
      scenarios: scenarios.map(({ id }) => ({ id })),
    }),
  ];
  await worker.change('DELETE', `${missionPath}/scenarios/${scenario}`, undefined, facts, 204);
  return scenario;
}

async function removeTest(worker: Worker, { mission, missionPath, scenarios }: Outline): Promise<string> {
  const test = scenarios[0]?.tests[0] as string;
  const path = `${missionPath}/tests/${test}`;
  const facts = [
    gone(`test ${test}`, path),
    showing(`mission ${mission}`, missionPath, { counts: { tests: 5 } }),
  ];
  await worker.change('DELETE', path, undefined, facts, 204);
  return test;
}

/** The writes to the outline of a mission. */
export const outlineWrites: readonly Write[] = [
  {
    route: 'PUT /missions/:mission_id/scenarios/order',
    async run(worker) {
      const { mission, missionPath, scenarios } = await newOutline(worker);
      const ids = scenarios.map(({ id }) => id).reverse();
      return worker.change('PUT', `${missionPath}/scenarios/order`, { scenario_ids: ids }, [
        showing(`order of ${mission}`, missionPath, { scenarios: ids.map((id) => ({ id })) }),
      ]);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/scenarios/:scenario_id',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const name = worker.name();
      const path = `${missionPath}/scenarios/${scenarios[0]?.id}`;
      return worker.change('PATCH', path, { name }, [
        showing(`name of ${scenarios[0]?.id}`, missionPath, { scenarios: [{ name }, {}] }),
      ]);
    },
  },
  {
    route: 'DELETE /missions/:mission_id/scenarios/:scenario_id',
    run: async (worker) => removeScenario(worker, await newOutline(worker)),
  },
  {
    route: 'POST /missions/:mission_id/scenarios/:scenario_id/restore',
    async run(worker) {
      const outline = await newOutline(worker);
      const { mission, missionPath, scenarios } = outline;
      const scenario = await removeScenario(worker, outline);
      const path = `${missionPath}/scenarios/${scenario}`;
      const facts = [
        showing(`last scenario of ${mission}`, missionPath, {
          scenarios: [...scenarios.map(({ id }) => ({ id })), { id: scenario }],
        }),
      ];
      return worker.change('POST', `${path}/restore`, undefined, facts);
    },
  },
  {
    route: 'PUT /missions/:mission_id/scenarios/:scenario_id/order',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const [scenario] = scenarios;
      const ids = scenario?.tests.toReversed() as string[];
      const path = `${missionPath}/scenarios/${scenario?.id}/order`;
      return worker.change('PUT', path, { test_ids: ids }, [
        showing(`tests of ${scenario?.id}`, missionPath, {
          scenarios: [{ tests: ids.map((id) => ({ id })) }, {}],
        }),
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/hide',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const id = scenarios[0]?.id as string;
      return worker.change('POST', `${missionPath}/hide`, { scenario_ids: [id], hidden: true }, [
        showing(`hidden ${id}`, missionPath, {
          scenarios: [{ hiding: { hidden: true, inherited: false } }, {}],
        }),
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/reveal',
    async run(worker) {
      const { mission, missionPath } = await newOutline(worker);
      return worker.change('POST', `${missionPath}/reveal`, { when: 'review' }, [
        showing(`reveal of ${mission}`, missionPath, { reveal: { at: null, on_review: true } }),
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/scenarios/:scenario_id/tests',
    weight: 2,
    async run(worker) {
      const { mission, missionPath, scenarios } = await newOutline(worker);
      const plan = { name: worker.name(), suggested_command: worker.name() };
      const counted = showing(`mission ${mission}`, missionPath, { counts: { tests: 7 } });
      worker.ask([counted]);
      return worker.make(`${missionPath}/scenarios/${scenarios[1]?.id}/tests`, plan, ({ tests }) => [
        showing(`plan of ${tests[0].id}`, `${missionPath}/tests/${tests[0].id}`, { ...plan, position: 3 }),
        counted,
      ]);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/tests/:test_id/plan',
    weight: 2,
    run(worker) {
      const { path, test } = worker.lane.place;
      const plan = { procedure: worker.name(), platforms: [worker.name()] };
      return worker.change('PATCH', `${path}/plan`, plan, [showing(`plan of ${test}`, path, plan)]);
    },
  },
  {
    route: 'POST /missions/:mission_id/tests/:test_id/move',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const test = scenarios[0]?.tests[1] as string;
      const to = { scenario_id: scenarios[1]?.id, position: 1 };
      const path = `${missionPath}/tests/${test}`;
      return worker.change('POST', `${path}/move`, to, [showing(`place of ${test}`, path, to)]);
    },
  },
  {
    route: 'POST /missions/:mission_id/scenarios/:scenario_id/move',
    async run(worker) {
      const { mission, missionPath, scenarios } = await newOutline(worker);
      const other = await newOutline(worker);
      const scenario = scenarios[0]?.id as string;
      const to = { mission_id: other.mission, position: 0 };
      const order = [{ id: scenario }, ...other.scenarios.map(({ id }) => ({ id }))];
      return worker.change('POST', `${missionPath}/scenarios/${scenario}/move`, to, [
        showing(`scenarios of ${other.mission}`, other.missionPath, { scenarios: order }),
        showing(`mission ${other.mission}`, other.missionPath, { counts: { tests: 9 } }),
        showing(`mission ${mission}`, missionPath, { counts: { tests: 3 } }),
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/scenarios/:scenario_id/copy',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const other = await newOutline(worker);
      const path = `${missionPath}/scenarios/${scenarios[0]?.id}/copy`;
      const counted = showing(`mission ${other.mission}`, other.missionPath, { counts: { tests: 9 } });
      worker.ask([counted]);
      return worker.make(path, { mission_id: other.mission }, ({ scenarios }) => [
        showing(`scenarios of ${other.mission}`, other.missionPath, {
          scenarios: scenarios.map(({ id }: { id: string }) => ({ id })),
        }),
        counted,
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/tests/:test_id/copy',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const other = await newOutline(worker);
      const to = { mission_id: other.mission, scenario_id: other.scenarios[1]?.id, position: 1 };
      const path = `${missionPath}/tests/${scenarios[0]?.tests[0]}/copy`;
      const counted = showing(`mission ${other.mission}`, other.missionPath, { counts: { tests: 7 } });
      worker.ask([counted]);
      return worker.make(path, to, ({ id }) => [
        showing(`position of ${id}`, `${other.missionPath}/tests/${id}`, { position: 1 }),
        counted,
      ]);
    },
  },
  {
    route: 'PUT /missions/:mission_id/tests/:test_id/follows',
    async run(worker) {
      const { missionPath, scenarios } = await newOutline(worker);
      const [first, second] = scenarios.flatMap(({ tests }) => tests) as [string, string];
      const follows = [{ test_id: first, condition: worker.name() }];
      const path = `${missionPath}/tests/${second}`;
      return worker.change('PUT', `${path}/follows`, { follows }, [
        showing(`what ${second} follows`, path, { follows }),
      ]);
    },
  },
  {
    route: 'DELETE /missions/:mission_id/tests/:test_id',
    run: async (worker) => removeTest(worker, await newOutline(worker)),
  },
  {
    route: 'POST /missions/:mission_id/tests/:test_id/restore',
    async run(worker) {
      const outline = await newOutline(worker);
      const { mission, missionPath } = outline;
      const test = await removeTest(worker, outline);
      const path = `${missionPath}/tests/${test}`;
      const facts = [
        showing(`test ${test}`, path, { position: 0 }),
        showing(`mission ${mission}`, missionPath, { counts: { tests: 6 } }),
      ];
      return worker.change('POST', `${path}/restore`, undefined, facts);
    },
  },
  {
    route: 'POST /missions/:mission_id/clone',
    async run(worker) {
      const { missionPath } = await newOutline(worker);
      const name = worker.name();
      return worker.make(`${missionPath}/clone`, { name, members: false }, ({ id }) => [
        showing(`mission ${id}`, `/api/v1/missions/${id}`, { name, status: 'draft', counts: { pending: 6 } }),
      ]);
    },
  },
];
