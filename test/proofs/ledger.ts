import { accounts, conventions, operating } from './base.ts';
import { c2, engagements, simulations } from './engagements.ts';
import { evidence, missionTests } from './mission-tests.ts';
import { catalogue, missions, templates } from './missions.ts';
import type { Proof } from './proof.ts';

/** The rules from the product's specification, which may not change. */
export const ledger: readonly Proof[] = [
  ...conventions,
  ...operating,
  ...accounts,
  ...catalogue,
  ...templates,
  ...missions,
  ...missionTests,
  ...evidence,
  ...engagements,
  ...simulations,
  ...c2,
];
