import type { Db } from '../database/database.ts';
import type { RegisterName } from '../registers.ts';

const tables = {
  evidence: ['evidence', 'sighting_evidence'],
  outputs: ['simulation_outputs'],
  simulation_evidence: ['simulation_evidence'],
  reports: ['report_files'],
} as const satisfies Record<RegisterName, readonly string[]>;

export type Stored = { register: RegisterName; files: number; bytes: number };

/** Number and total size of the recorded files of each register. */
export async function countStored(db: Db): Promise<Stored[]> {
  const counted: Stored[] = [];
  for (const register of Object.keys(tables) as RegisterName[]) {
    const stored = { register, files: 0, bytes: 0 };
    for (const table of tables[register]) {
      const { files, bytes } = await db
        .selectFrom(table)
        .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
        .executeTakeFirstOrThrow();
      stored.files += Number(files);
      stored.bytes += Number(bytes ?? 0);
    }
    counted.push(stored);
  }
  return counted;
}
