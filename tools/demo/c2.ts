import type { Api } from './api.ts';

/** What the built-in stand-in for a framework ran: a listing of a share, and a registry hive saved. */
const finished = ['104', '105'];
const stillRunning = '103';

/**
 * Links tasks of the built-in stand-in to a simulation that is under way and reads them to their end. A configuration can
 * only be stored with an encryption key; with one, both engagements name the stand-in and one more task is left running.
 */
export async function fillC2(
  red: Api,
  engagements: readonly { engagement: string; simulations: string[] }[],
  hasKey: boolean,
): Promise<void> {
  if (hasKey) {
    for (const { engagement } of engagements) {
      await red.send('PUT', `/engagements/${engagement}/c2-config`, { framework: 'fake' });
    }
  }
  const tasks = `/simulations/${engagements[0]?.simulations[2]}/c2/tasks`;
  for (const external_id of finished) await red.send('POST', tasks, { external_id });
  let linked: { mapping_applied: boolean; error?: string }[];
  do {
    linked = (await red.send('GET', tasks)).items;
    const failed = linked.find((task) => task.error !== undefined);
    if (failed) throw new Error(`a linked task could not be read: ${failed.error}`);
  } while (!linked.every((task) => task.mapping_applied));
  if (hasKey) await red.send('POST', tasks, { external_id: stillRunning });
}
