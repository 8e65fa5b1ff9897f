import { openDatabase } from '../../server/database/database.ts';
import { describeResult, judgeByTrap } from '../../test/support/alerts/labelled-set.ts';
import type { Bench, Site } from '../bench.ts';
import { figureOf, type RowResult } from '../measure.ts';
import { fillRecord } from '../record.ts';

/** In milliseconds, used in place of a baseline. */
const limit = 10_000;
const rounds = 5;
const alerts = 10_000;
const atOnce = 500;
const first = Date.parse('2026-01-05T06:00:00Z');
/** Milliseconds from one execution to the next. */
const step = 14_000;
const hosts = 20;

const commandOf = (index: number) => `tool-${index % 300} --run ${index} C:\\Temp\\file-${index % 300}.bin`;

/** The suggestions for 10,000 alerts in a mission of 2,000 executed tests on 20 hosts. */
export async function alertsRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('long', {}, 'admin');
  const mission = site.world.visible[0]!;
  await fillRecord(site, [mission]);
  await spread(site, mission.testIds);
  const target = `/api/v1/missions/${mission.id}/alerts`;
  for (let from = 0; from < alerts; from += atOnce) {
    const some = Array.from({ length: atOnce }, (_, index) => alertOf(from + index, mission.testIds.length));
    await site.send('POST', target, some);
  }
  const measured: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // A confirmed clock has all of them matched anew.
    const clock = { host: 'elsewhere', seconds: round + 1 };
    await site.send('POST', `/api/v1/missions/${mission.id}/clocks`, clock);
    const began = performance.now();
    const { total } = JSON.parse(await site.send('GET', target));
    if (total !== alerts) throw new Error(`${total} alerts wait instead of ${alerts}`);
    measured.push({ ours: performance.now() - began, baseline: limit });
  }
  await site.server.stop();
  return {
    row: 'alerts',
    baseline: `limit: ${limit} ms`,
    figures: [figureOf('Suggestions for 10,000 alerts and 2,000 executions', 'ms', measured, { most: 1 })],
    notes: [
      'matched anew each time, in a thread of at most 272 MiB',
      ...judgeByTrap().map((result) => `labelled set, ${describeResult(result)}`),
    ],
  };
}

/** Gives each test a time, a host and a command of its own. */
async function spread({ world }: Site, testIds: readonly string[]): Promise<void> {
  const { sqlite, close } = openDatabase(world.database);
  const write = sqlite.prepare(
    'update mission_tests set executed_at = @at, target_host = @host, command = @command where id = @id',
  );
  sqlite.transaction(() => {
    for (const [index, id] of testIds.entries()) {
      const at = new Date(first + index * step).toISOString();
      write.run({ id, at, host: `ws${index % hosts}.corp.example`, command: commandOf(index) });
    }
  })();
  await close();
}

function alertOf(number: number, tests: number) {
  const index = (number * 7) % tests;
  return {
    source: 'siem',
    external_id: String(number),
    occurred_at: new Date(first + index * step + 4000).toISOString(),
    title: `Rule ${index % 300}`,
    hosts: `WS${index % hosts}`,
    process: { id: 5000 + number, command_line: commandOf(index) },
  };
}
