import { evidenceForm } from '../support/missions/factories.ts';
import { digestOf, gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';
import { someText } from './world.ts';

type Made = { id: string; path: string };

async function newSighting(worker: Worker): Promise<Made> {
  const sightings = `${worker.lane.place.missionPath}/sightings`;
  const title = worker.name();
  const { id } = await worker.make(sightings, { title, hosts: ['ws01'] }, (made) => [
    showing(`sighting ${made.id}`, `${sightings}/${made.id}`, { title, status: 'open' }),
  ]);
  return { id, path: `${sightings}/${id}` };
}

async function newFile(worker: Worker, { path }: Made): Promise<{ file: string; sha256: string }> {
  const size = 1 + Math.floor(worker.random.unit() ** 3 * 200_000);
  const bytes = someText(worker.random, size);
  const sha256 = digestOf(bytes);
  const { id } = await worker.make(`${path}/evidence`, evidenceForm(bytes), (made) => [
    {
      about: `bytes of evidence ${made.id}`,
      read: { path: `/api/v1/sightings/evidence/${made.id}` },
      shows: { status: 200, sha256 },
    },
  ]);
  return { file: `/api/v1/sightings/evidence/${id}`, sha256 };
}

/** A sighting with a file, matched to the test of the lane: its fact and the copy of its file. */
async function matched(worker: Worker): Promise<Made & { made: [fact: string, evidence: string] }> {
  const { path: testPath, test } = worker.lane.place;
  const sighting = await newSighting(worker);
  const { sha256 } = await newFile(worker, sighting);
  worker.ask([showing(`sighting ${sighting.id}`, sighting.path, { status: 'matched', test_id: test })]);
  const { fact } = await worker.make(
    `${sighting.path}/accept`,
    { test_id: test },
    ({ fact: made }) => [
      showing(`sighting ${sighting.id}`, sighting.path, {
        status: 'matched',
        test_id: test,
        fact_id: made.id,
      }),
      showing(`fact ${made.id}`, `${testPath}/facts/${made.id}`, { from_sighting: sighting.id }),
      {
        about: `bytes of evidence ${made.evidence_ids[0]}`,
        read: { path: `/api/v1/evidence/${made.evidence_ids[0]}` },
        shows: { status: 200, sha256 },
      },
    ],
    200,
  );
  return {
    ...sighting,
    made: [`${testPath}/facts/${fact.id}`, `/api/v1/evidence/${fact.evidence_ids[0]}`],
  };
}

async function refused(worker: Worker): Promise<Made> {
  const sighting = await newSighting(worker);
  const facts = [
    showing(`sighting ${sighting.id}`, sighting.path, { status: 'not_ours', not_ours_reason: 'benign' }),
  ];
  await worker.change('POST', `${sighting.path}/not-ours`, { reason: 'benign' }, facts);
  return sighting;
}

/** A replay of the mission of the lane, which is open before the mission is completed. */
async function openReplay(worker: Worker): Promise<string> {
  const { missionPath } = worker.lane.place;
  await worker.change('PATCH', missionPath, { replay_opened: true }, [
    showing('replay', missionPath, { replay_opened: true }),
  ]);
  return `${missionPath}/replay`;
}

/** The writes to what blue noticed, and to replays. */
export const sightingWrites: readonly Write[] = [
  {
    route: 'PATCH /missions/:mission_id/replay',
    async run(worker) {
      const path = await openReplay(worker);
      const summary = worker.name();
      await worker.change('PATCH', path, { summary }, [showing('summary of the replay', path, { summary })]);
    },
  },
  {
    route: 'PATCH /missions/:mission_id/replay/tests/:test_id',
    async run(worker) {
      const name = worker.name();
      const body = { name, scenario_template_ids: [worker.scenario] };
      const mission = await worker.make('/api/v1/missions', body, (made) => [
        showing(`mission ${made.id}`, `/api/v1/missions/${made.id}`, { name }),
      ]);
      const missionPath = `/api/v1/missions/${mission.id}`;
      const test = mission.scenarios[0].tests[0].id;
      const path = `${missionPath}/tests/${test}`;
      await worker.change('POST', `${path}/transition`, { status: 'executed' }, [
        showing(`status of ${test}`, path, { status: 'executed' }),
      ]);
      await worker.change('PATCH', missionPath, { replay_opened: true }, [
        showing(`replay of ${mission.id}`, missionPath, { replay_opened: true }),
      ]);
      const seen = worker.name();
      const facts = [showing(`answers to ${test}`, `${missionPath}/replay`, { steps: [{ id: test, seen }] })];
      await worker.change('PATCH', `${missionPath}/replay/tests/${test}`, { run: 1, seen }, facts);
    },
  },
  { route: 'POST /missions/:mission_id/sightings', weight: 2, run: newSighting },
  {
    route: 'PATCH /missions/:mission_id/sightings/:sighting_id',
    async run(worker) {
      const { id, path } = await newSighting(worker);
      const note = worker.name();
      await worker.change('PATCH', path, { note }, [showing(`sighting ${id}`, path, { note })]);
    },
  },
  {
    route: 'DELETE /missions/:mission_id/sightings/:sighting_id',
    async run(worker) {
      const { id, path } = await newSighting(worker);
      await worker.change('DELETE', path, undefined, [gone(`sighting ${id}`, path)], 204);
    },
  },
  {
    route: 'POST /missions/:mission_id/sightings/:sighting_id/evidence',
    async run(worker) {
      await newFile(worker, await newSighting(worker));
    },
  },
  {
    route: 'DELETE /sightings/evidence/:file_id',
    async run(worker) {
      const { file } = await newFile(worker, await newSighting(worker));
      const about = `bytes of evidence ${file.split('/').at(-1)}`;
      await worker.change('DELETE', file, undefined, [gone(about, file)], 204);
    },
  },
  { route: 'POST /missions/:mission_id/sightings/:sighting_id/accept', weight: 2, run: matched },
  { route: 'POST /missions/:mission_id/sightings/:sighting_id/not-ours', run: refused },
  {
    route: 'POST /missions/:mission_id/sightings/:sighting_id/undo',
    async run(worker) {
      const other = await refused(worker);
      await worker.change('POST', `${other.path}/undo`, undefined, [
        showing(`sighting ${other.id}`, other.path, { status: 'open', not_ours_reason: null }),
      ]);
      const { id, path, made } = await matched(worker);
      const [fact, evidence] = made;
      await worker.change('POST', `${path}/undo`, undefined, [
        showing(`sighting ${id}`, path, { status: 'open', test_id: null }),
        gone(`fact ${fact.split('/').at(-1)}`, fact),
        gone(`bytes of evidence ${evidence.split('/').at(-1)}`, evidence),
      ]);
    },
  },
];
