import type { Db } from '../database/database.ts';
import type { RegisterName } from '../registers.ts';

const tables = {
  evidence: 'evidence',
  outputs: 'simulation_outputs',
  simulation_evidence: 'simulation_evidence',
  reports: 'report_files',
} as const satisfies Record<RegisterName, string>;

export type Stored = { register: RegisterName; files: number; bytes: number };

/** Number and total size of the recorded files of each register. */
export async function countStored(db: Db): Promise<Stored[]> {
  const counted: Stored[] = [];
  for (const register of Object.keys(tables) as RegisterName[]) {
    const { files, bytes } = await db
      .selectFrom(tables[register])
      .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
      .executeTakeFirstOrThrow();
    counted.push({ register, files: Number(files), bytes: Number(bytes ?? 0) });
  }
  return counted;
}
