import type { ImportTotals } from '../contract.ts';
import type { listLeftOut } from '../rules.ts';
import type { Applying } from './applying.ts';
import type { RowJudge } from './judge.ts';
import type { Library } from './library.ts';
import type { MissionsOfImport } from './missions.ts';

/** State carried from slice to slice. */
export type Run = {
  applying: Applying;
  judge: RowJudge;
  library: Library;
  missions: MissionsOfImport;
  leftOut: ReturnType<typeof listLeftOut>;
  /** Of the slices so far. */
  totals: ImportTotals;
};
