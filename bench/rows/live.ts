import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Site } from '../bench.ts';
import { type Figure, figureOf, type RowResult } from '../measure.ts';
import { memoryOf, processorTimeOf } from '../processes.ts';
import { password } from '../seed.ts';

const mebibyte = 2 ** 20;
const streams = 100;
/** Each person can have at most six streams. */
const people = Math.ceil(streams / 6);
/** Limits in MiB, in shares of one core, and in milliseconds, used in place of baselines. */
const memoryLimit = 40;
const processorLimit = 0.05;
const delayLimit = 1000;
const idleMs = 20_000;
const rounds = 5;

type Stream = { request: ClientRequest; response: IncomingMessage; text: string };

/** A hundred open event streams of a mission of 200 tests: their cost while idle, and the delay of a change. */
export async function liveRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('team', {}, 'admin');
  const mission = site.world.visible[0]!;
  const tokens = await addPeople(site, mission.id);
  const { next_since } = JSON.parse(await site.send('GET', `/api/v1/missions/${mission.id}/activity`));
  const since = `since=${encodeURIComponent(next_since)}`;
  await pause(1000);
  const before = memoryOf(site.server.pid).now;
  const open = await Promise.all(
    Array.from({ length: streams }, (_, index) =>
      follow(site.url(`/api/v1/missions/${mission.id}/events?${since}`), tokens[index % people] as string),
    ),
  );
  try {
    await pause(1000);
    const growth = (memoryOf(site.server.pid).now - before) / mebibyte;
    const busy = await idleShare(site.server.pid);
    const delays: { ours: number; baseline: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const test = mission.testIds[round] as string;
      const word = `seen in round ${round}`;
      const came = Promise.all(open.map((stream) => hear(stream, test)));
      const began = performance.now();
      await site.send('PUT', `/api/v1/missions/${mission.id}/tests/${test}`, { command: word });
      await came;
      delays.push({ ours: performance.now() - began, baseline: delayLimit });
    }
    const figures: Figure[] = [
      figureOf('Memory of 100 open streams', 'MiB', [{ ours: growth, baseline: memoryLimit }], { most: 1 }),
      figureOf('Processor time of them while idle, of one core', '%', [percent(busy)], { most: 1 }),
      figureOf('A write until the last of 100 streams has told it', 'ms', delays, { most: 1 }),
    ];
    return {
      row: 'live',
      baseline: `limits: ${memoryLimit} MiB, ${processorLimit * 100} % of a core, ${delayLimit} ms`,
      figures,
      notes: [
        `before is ${Math.round(before / mebibyte)} MiB; idle for ${idleMs / 1000} s, heart-beats among it`,
      ],
    };
  } finally {
    for (const { request } of open) request.destroy();
    await site.server.stop();
  }
}

const percent = (share: number) => ({ ours: share * 100, baseline: processorLimit * 100 });

async function addPeople(site: Site, missionId: string): Promise<string[]> {
  const tokens: string[] = [];
  const members: { user_id: string; role_hint: 'observer' }[] = [];
  for (let number = 0; number < people; number += 1) {
    const email = `follower-${number}@damson.test`;
    const made = { email, display_name: `Follower ${number}`, role: 'soc', password };
    const { id } = JSON.parse(await site.send('POST', '/api/v1/users', made));
    members.push({ user_id: id, role_hint: 'observer' });
    const session = await site.send('POST', '/api/v1/auth/login', { email, password });
    tokens.push(JSON.parse(session).access_token);
  }
  await site.send('PUT', `/api/v1/missions/${missionId}/members`, { members });
  return tokens;
}

async function follow(url: string, token: string): Promise<Stream> {
  const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the events answer ${response.statusCode}`);
  const stream = { request, response, text: '' };
  response.setEncoding('utf8').on('data', (text: string) => {
    stream.text += text;
  });
  response.on('error', () => {});
  return stream;
}

/** Waits until a stream has reported a change of a test. */
function hear(stream: Stream, testId: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!stream.text.includes(`"id":"${testId}"`)) return;
      stream.response.off('data', look);
      resolve();
    };
    stream.response.on('data', look);
  });
}

async function idleShare(pid: number): Promise<number> {
  const [time, began] = [processorTimeOf(pid), performance.now()];
  await pause(idleMs);
  return (processorTimeOf(pid) - time) / (performance.now() - began);
}
