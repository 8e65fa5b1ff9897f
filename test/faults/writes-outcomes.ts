import { gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';

const root = '/api/v1/organisations';

async function newOrganisation(worker: Worker): Promise<{ id: string; path: string }> {
  const name = worker.name();
  const { id } = await worker.make(root, { name }, (made) => [
    showing(`organisation ${made.id}`, `${root}/${made.id}`, { name }),
  ]);
  return { id, path: `${root}/${id}` };
}

async function newTool(worker: Worker): Promise<{ tools: string; path: string; id: string }> {
  const tools = `${(await newOrganisation(worker)).path}/tools`;
  const name = worker.name();
  const { id } = await worker.make(tools, { name, kind: 'edr' }, () => [
    showing(`tools ${tools}`, tools, [{ name }]),
  ]);
  return { tools, path: `${tools}/${id}`, id };
}

const placesOfFacts = ['/missions/:mission_id/tests/:test_id', '/simulations/:simulation_id'] as const;
type PlaceOfFacts = (typeof placesOfFacts)[number];

async function newFact(worker: Worker, place: PlaceOfFacts): Promise<{ id: string; path: string }> {
  const owner =
    place === '/simulations/:simulation_id' ? await newSimulationPath(worker) : worker.lane.place.path;
  const facts = `${owner}/facts`;
  const note = worker.name();
  const body = { kind: worker.random.pick(['alerted', 'logged']), result: 'yes', note };
  const { id } = await worker.make(facts, body, (made) => [
    showing(`fact ${made.id}`, `${facts}/${made.id}`, { note }),
  ]);
  return { id, path: `${facts}/${id}` };
}

async function newRemediation(worker: Worker): Promise<{ id: string; path: string }> {
  const { missionPath, test } = worker.lane.place;
  const remediations = `${missionPath}/remediations`;
  const body = { title: worker.name(), measure: worker.name(), test_ids: [test] };
  const { id } = await worker.make(remediations, body, (made) => [
    showing(`remediation ${made.id}`, `${remediations}/${made.id}`, body),
  ]);
  return { id, path: `${remediations}/${id}` };
}

async function newFinding(worker: Worker): Promise<{ id: string; path: string }> {
  const findings = `${worker.lane.place.missionPath}/findings`;
  const body = { title: worker.name(), impact: worker.name(), techniques: ['T1003'] };
  const { id } = await worker.make(findings, body, (made) => [
    showing(`finding ${made.id}`, `${findings}/${made.id}`, body),
  ]);
  return { id, path: `${findings}/${id}` };
}

async function newSimulationPath(worker: Worker): Promise<string> {
  const name = worker.name();
  const simulations = `/api/engagements/${worker.lane.engagement}/simulations`;
  const { id } = await worker.make(simulations, { name }, (made) => [
    showing(`simulation ${made.id}`, `/api/simulations/${made.id}`, { name }),
  ]);
  return `/api/simulations/${id}`;
}

function listFactWrites(place: PlaceOfFacts): Write[] {
  return [
    { route: `POST ${place}/facts`, run: (worker) => newFact(worker, place) },
    {
      route: `PATCH ${place}/facts/:fact_id`,
      async run(worker) {
        const { id, path } = await newFact(worker, place);
        const body = { note: worker.name(), result: 'no' };
        await worker.change('PATCH', path, body, [showing(`fact ${id}`, path, body)]);
        await worker.change('DELETE', path, undefined, [gone(`fact ${id}`, path)], 204);
      },
    },
    {
      route: `DELETE ${place}/facts/:fact_id`,
      async run(worker) {
        const { id, path } = await newFact(worker, place);
        return worker.change('DELETE', path, undefined, [gone(`fact ${id}`, path)], 204);
      },
    },
  ];
}

/** The writes to organisations, their tools, detections and remediations. */
export const outcomeWrites: readonly Write[] = [
  { route: 'POST /organisations', run: newOrganisation },
  {
    route: 'PATCH /organisations/:organisation_id',
    async run(worker) {
      const { id, path } = await newOrganisation(worker);
      const body = { name: worker.name() };
      return worker.change('PATCH', path, body, [showing(`organisation ${id}`, path, body)]);
    },
  },
  {
    route: 'DELETE /organisations/:organisation_id',
    async run(worker) {
      const { id, path } = await newOrganisation(worker);
      return worker.change('DELETE', path, undefined, [gone(`organisation ${id}`, path)], 204);
    },
  },
  {
    route: 'POST /organisations/:organisation_id/merge',
    async run(worker) {
      const from = await newOrganisation(worker);
      const into = await newOrganisation(worker);
      return worker.change('POST', `${from.path}/merge`, { into: into.id }, [
        gone(`organisation ${from.id}`, from.path),
      ]);
    },
  },
  {
    route: 'PUT /organisations/:organisation_id/brand',
    async run(worker) {
      const { id, path } = await newOrganisation(worker);
      const brand = { logo: null, accent: worker.random.pick(['#112233', '#445566', '#778899']) };
      return worker.change('PUT', `${path}/brand`, brand, [
        showing(`brand of ${id}`, `${path}/brand`, brand),
      ]);
    },
  },
  { route: 'POST /organisations/:organisation_id/tools', run: newTool },
  {
    route: 'PATCH /organisations/:organisation_id/tools/:tool_id',
    async run(worker) {
      const { tools, path } = await newTool(worker);
      const body = { name: worker.name(), retired: true };
      return worker.change('PATCH', path, body, [showing(`tools ${tools}`, tools, [body])]);
    },
  },
  {
    route: 'DELETE /organisations/:organisation_id/tools/:tool_id',
    async run(worker) {
      const { tools, path } = await newTool(worker);
      return worker.change('DELETE', path, undefined, [showing(`tools ${tools}`, tools, [])], 204);
    },
  },
  {
    route: 'PUT /missions/:mission_id/tests/:test_id/expectations',
    run(worker) {
      const { path, test } = worker.lane.place;
      const severity = worker.random.pick(['low', 'medium', 'high']);
      const within_seconds = worker.random.below(30_000_000) + 1;
      const expectations = [{ kind: 'alerted', result: 'yes', severity, within_seconds }];
      return worker.change('PUT', `${path}/expectations`, { expectations }, [
        showing(`expectations of ${test}`, path, { expectations }),
      ]);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/tests',
    async run(worker) {
      const { missionPath, path, test } = worker.lane.place;
      // Replaces the tags, because a test has a limited number.
      const { tags: remove_tags } = await worker.read(path);
      const tags = [worker.name()];
      const body = { test_ids: [test], add_tags: tags, remove_tags };
      return worker.change('PATCH', `${missionPath}/tests`, body, [
        showing(`tags of ${test}`, path, { tags }),
      ]);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/tests/:test_id/variables',
    run(worker) {
      const { path, test } = worker.lane.place;
      const variables = { host: worker.name() };
      return worker.change('PATCH', `${path}/variables`, { variables }, [
        showing(`variables of ${test}`, path, { variables }),
      ]);
    },
  },
  ...placesOfFacts.flatMap(listFactWrites),
  {
    route: 'POST /missions/:mission_id/remediations',
    async run(worker) {
      // Removed again, because a mission has a limited number of remediations.
      const { id, path } = await newRemediation(worker);
      return worker.change('DELETE', path, undefined, [gone(`remediation ${id}`, path)], 204);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/remediations/:remediation_id',
    async run(worker) {
      const { id, path } = await newRemediation(worker);
      const body = { measure: worker.name(), status: 'fixed' };
      await worker.change('PATCH', path, body, [showing(`remediation ${id}`, path, body)]);
      return worker.change('DELETE', path, undefined, [gone(`remediation ${id}`, path)], 204);
    },
  },
  {
    route: 'DELETE /missions/:mission_id/remediations/:remediation_id',
    async run(worker) {
      const { id, path } = await newRemediation(worker);
      return worker.change('DELETE', path, undefined, [gone(`remediation ${id}`, path)], 204);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/tlpt',
    async run(worker) {
      const { missionPath, test } = worker.lane.place;
      const path = `${missionPath}/tlpt`;
      const flags = [{ number: 1, objective: worker.name(), test_ids: [test] }];
      const body = { code_name: worker.name(), flags };
      return worker.change('PATCH', path, body, [
        showing(`tlpt of ${missionPath}`, path, { code_name: body.code_name }),
      ]);
    },
  },
  { route: 'POST /missions/:mission_id/findings', run: newFinding },
  {
    route: 'PATCH /missions/:mission_id/findings/:finding_id',
    async run(worker) {
      const { id, path } = await newFinding(worker);
      const body = { impact: worker.name(), status: 'risk_accepted' };
      return worker.change('PATCH', path, body, [showing(`finding ${id}`, path, body)]);
    },
  },
  {
    route: 'DELETE /missions/:mission_id/findings/:finding_id',
    async run(worker) {
      const { id, path } = await newFinding(worker);
      return worker.change('DELETE', path, undefined, [gone(`finding ${id}`, path)], 204);
    },
  },
];
