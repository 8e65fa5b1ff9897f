import { digestOf, type Fact, gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';

type Ran = { mission: string; missionPath: string; test: string; path: string; output: string };

/** An executed test of a new mission, with an output. */
async function executed(worker: Worker): Promise<Ran> {
  const name = worker.name();
  const body = { name, scenario_template_ids: [worker.scenario] };
  const { id: mission, scenarios } = await worker.make('/api/v1/missions', body, (made) => [
    showing(`mission ${made.id}`, `/api/v1/missions/${made.id}`, { name }),
  ]);
  const test: string = scenarios[0].tests[0].id;
  const missionPath = `/api/v1/missions/${mission}`;
  const path = `${missionPath}/tests/${test}`;
  const output = worker.name().repeat(1 + worker.random.below(200));
  await worker.change('PUT', path, { output }, [showing(`fields of ${test}`, path, { output })]);
  await worker.change('POST', `${path}/transition`, { status: 'executed' }, [
    showing(`status of ${test}`, path, { status: 'executed' }),
  ]);
  return { mission, missionPath, test, path, output };
}

async function runAgain(worker: Worker, { test, path, output }: Ran): Promise<void> {
  await worker.change(
    'POST',
    `${path}/runs`,
    { reason: 'retest' },
    [
      showing(`status of ${test}`, path, { status: 'pending', run: { number: 2, reason: 'retest' } }),
      showing(`fields of ${test}`, path, { output: null }),
      showing(`runs of ${test}`, `${path}/runs`, { items: [{ number: 1, status: 'executed', output }] }),
    ],
    201,
  );
}

/** An execution that a program sends: a new test, a run of it, and at times a recording or an output that is also a file. */
async function recordExecution(worker: Worker): Promise<void> {
  const path = worker.lane.place.missionPath;
  const length = worker.random.below(4) === 0 ? 210_000 : 20;
  const output = worker.name().padEnd(length, '.');
  const execution = {
    external_id: worker.name(),
    command: worker.name(),
    output,
    executed_at: '2026-09-01T08:00:02.000Z',
    host: 'ws01',
  };
  const recordings = worker.random.below(4) === 0 ? [{ name: 'run.log', text: output }] : [];
  const bytes = length > 200_000 || recordings.length > 0 ? Buffer.from(output) : null;
  for (const external_id of [execution.external_id, worker.name()]) {
    const { executions } = await worker.make(
      `${path}/executions`,
      { ...execution, external_id, recordings },
      ({ executions: [{ test_id, run }] }) => [
        showing(`execution of ${test_id}`, `${path}/tests/${test_id}`, {
          status: 'executed',
          command: execution.command,
          run: { number: run },
        }),
      ],
      200,
    );
    if (bytes !== null) await noteFile(worker, `${path}/tests/${executions[0].test_id}`, bytes);
  }
}

async function noteFile(worker: Worker, path: string, bytes: Buffer): Promise<void> {
  const { evidence } = await worker.read(path);
  const facts = (evidence as { id: string }[]).map(
    ({ id }): Fact => ({
      about: `bytes of evidence ${id}`,
      read: { path: `/api/v1/evidence/${id}` },
      shows: { status: 200, sha256: digestOf(bytes) },
    }),
  );
  worker.acknowledge(facts);
}

type ReceivedAlert = { id: string; path: string; received_at: string };

async function receiveAlert(worker: Worker): Promise<ReceivedAlert> {
  const alerts = `${worker.lane.place.missionPath}/alerts`;
  const title = worker.name();
  const body = { source: 'siem', external_id: worker.name(), title, raw: { title } };
  const { alerts: received, received_at } = await worker.make(
    alerts,
    body,
    ({ alerts: [{ id }] }) => [showing(`alert ${id}`, `${alerts}/${id}`, { title, state: 'new' })],
    200,
  );
  return { id: received[0].id, path: `${alerts}/${received[0].id}`, received_at };
}

async function refuseAlert(worker: Worker): Promise<ReceivedAlert> {
  const alert = await receiveAlert(worker);
  const facts = [showing(`alert ${alert.id}`, alert.path, { state: 'not_ours' })];
  await worker.change('POST', `${alert.path}/not-ours`, {}, facts);
  return alert;
}

/** Accepts an alert; `undone` is what holds once that is taken back: a detection of somebody that it completed stays. */
async function acceptAlert(worker: Worker): Promise<ReceivedAlert & { undone: Fact[] }> {
  const { path: testPath, test } = worker.lane.place;
  const { id, path, received_at } = await receiveAlert(worker);
  const { raw, title } = await worker.read(path);
  const before: { id: string; rule_name: string | null }[] = await worker.read(`${testPath}/facts`);
  worker.ask([
    showing(`alert ${id}`, path, { state: 'accepted', test_id: test }),
    ...before
      .filter(({ rule_name }) => rule_name === null)
      .map((one) => showing(`fact ${one.id}`, `${testPath}/facts/${one.id}`, { rule_name: title })),
  ]);
  const { fact } = await worker.make(
    `${path}/accept`,
    { test_id: test },
    ({ fact: made }) => [
      showing(`alert ${id}`, path, { state: 'accepted', test_id: test, fact_id: made.id }),
      showing(`fact ${made.id}`, `${testPath}/facts/${made.id}`, { rule_name: title }),
    ],
    200,
  );
  const [evidence] = fact.evidence_ids.slice(-1);
  const evidencePath = `/api/v1/evidence/${evidence}`;
  worker.acknowledge([
    {
      about: `bytes of evidence ${evidence}`,
      read: { path: evidencePath },
      shows: { status: 200, sha256: digestOf(Buffer.from(raw)) },
    },
  ]);
  const [about, factPath] = [`fact ${fact.id}`, `${testPath}/facts/${fact.id}`];
  const completed = before.find((one) => one.id === fact.id);
  const undone = [
    completed === undefined
      ? gone(about, factPath)
      : showing(about, factPath, { rule_name: completed.rule_name }),
    gone(`bytes of evidence ${evidence}`, evidencePath),
  ];
  return { id, path, received_at, undone };
}

/** The writes to runs, and to retests of missions. */
export const runWrites: readonly Write[] = [
  {
    route: 'POST /missions/:mission_id/tests/:test_id/runs',
    weight: 2,
    run: async (worker) => runAgain(worker, await executed(worker)),
  },
  {
    route: 'DELETE /missions/:mission_id/tests/:test_id/runs/latest',
    weight: 2,
    async run(worker) {
      const ran = await executed(worker);
      await runAgain(worker, ran);
      const { test, path, output } = ran;
      const facts = [
        showing(`status of ${test}`, path, { status: 'executed', run: { number: 1, reason: null } }),
        showing(`fields of ${test}`, path, { output }),
        showing(`runs of ${test}`, `${path}/runs`, { items: [] }),
      ];
      return worker.change('DELETE', `${path}/runs/latest`, undefined, facts, 204);
    },
  },
  {
    route: 'POST /missions/:mission_id/runs',
    async run(worker) {
      const { missionPath, test, path, output } = await executed(worker);
      const facts = [
        showing(`status of ${test}`, path, { status: 'pending', run: { number: 2, reason: 'replay' } }),
        showing(`fields of ${test}`, path, { output: null }),
        showing(`runs of ${test}`, `${path}/runs`, { items: [{ number: 1, output }] }),
      ];
      return worker.change('POST', `${missionPath}/runs`, { reason: 'replay' }, facts, 201);
    },
  },
  { route: 'POST /missions/:mission_id/executions', weight: 2, run: recordExecution },
  { route: 'POST /missions/:mission_id/alerts', run: receiveAlert },
  {
    route: 'POST /missions/:mission_id/alerts/files',
    async run(worker) {
      const title = worker.name();
      const line = {
        timestamp: '2026-09-01T10:00:02.251547+0200',
        event_type: 'alert',
        src_ip: '10.0.0.5',
        dest_ip: '10.0.0.9',
      };
      const form = new FormData();
      form.set(
        'file',
        new Blob([JSON.stringify({ ...line, flow_id: title, alert: { signature: title } })]),
        'eve.json',
      );
      const read = { received: 1, same: 0 };
      const answer = await worker.change('POST', `${worker.lane.place.missionPath}/alerts/files`, form, []);
      if (answer.received !== read.received || answer.same !== read.same)
        worker.refuse('alerts of a file', answer);
    },
  },
  { route: 'POST /missions/:mission_id/alerts/:alert_id/accept', run: acceptAlert },
  { route: 'POST /missions/:mission_id/alerts/:alert_id/not-ours', run: refuseAlert },
  {
    route: 'POST /missions/:mission_id/alerts/:alert_id/undo',
    async run(worker) {
      const refused = await refuseAlert(worker);
      const facts = [showing(`alert ${refused.id}`, refused.path, { state: 'new' })];
      await worker.change('POST', `${refused.path}/undo`, undefined, facts);
      const { id, path, undone } = await acceptAlert(worker);
      await worker.change('POST', `${path}/undo`, undefined, [
        showing(`alert ${id}`, path, { state: 'new', test_id: null }),
        ...undone,
      ]);
    },
  },
  {
    route: 'POST /missions/:mission_id/alert-deliveries/undo',
    async run(worker) {
      const { id, path, undone, received_at } = await acceptAlert(worker);
      const undo = `${worker.lane.place.missionPath}/alert-deliveries/undo`;
      await worker.change('POST', undo, { received_at }, [gone(`alert ${id}`, path), ...undone]);
    },
  },
  {
    route: 'POST /missions/:mission_id/clocks',
    run(worker) {
      const path = `${worker.lane.place.missionPath}/clocks`;
      const seconds = worker.random.below(10_000);
      const facts = [
        showing('the clock of ws01', path, { hosts: [{ host: 'ws01', confirmed: { seconds } }] }),
      ];
      return worker.change('POST', path, { host: 'ws01', seconds }, facts);
    },
  },
  {
    route: 'POST /missions/:mission_id/retest',
    async run(worker) {
      const { mission, missionPath } = await executed(worker);
      const name = worker.name();
      return worker.make(`${missionPath}/retest`, { name }, ({ id }) => [
        showing(`mission ${id}`, `/api/v1/missions/${id}`, {
          name,
          retest_of: { id: mission },
          counts: { tests: 3, pending: 3 },
        }),
      ]);
    },
  },
];
