import type { Api } from './api.ts';

/** Tasks of the built-in stand-in for a framework: a listing of a share, and a saved registry hive. */
const finished = ['104', '105'];
const stillRunning = '103';

/** Connects both engagements to the built-in stand-in, links its tasks to a simulation, and reads all but one to their end. */
export async function fillC2(
  red: Api,
  engagements: readonly { engagement: string; simulations: string[] }[],
): Promise<void> {
  for (const { engagement } of engagements) {
    await red.send('PUT', `/engagements/${engagement}/c2-config`, { framework: 'fake' });
  }
  const tasks = `/simulations/${engagements[0]?.simulations[2]}/c2/tasks`;
  for (const external_id of finished) await red.send('POST', tasks, { external_id });
  let linked: { mapping_applied: boolean; error?: string }[];
  do {
    linked = (await red.send('GET', tasks)).items;
    const failed = linked.find((task) => task.error !== undefined);
    if (failed) throw new Error(`a linked task could not be read: ${failed.error}`);
  } while (!linked.every((task) => task.mapping_applied));
  await red.send('POST', tasks, { external_id: stillRunning });
}
