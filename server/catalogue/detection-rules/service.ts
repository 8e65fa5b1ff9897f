import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import type { NewRow } from '../../database/tables.ts';
import type { Found } from '../../paging.ts';
import type { DetectionRule, DetectionRuleQuery } from './contract.ts';
import * as store from './store.ts';

/** Imported rules by title; with a technique, rules tagged with exactly that come first. */
export function listRules(db: Db, query: DetectionRuleQuery): Promise<Found<DetectionRule>> {
  return inSnapshot(db, (trx) => store.listRules(trx, query));
}

/** Writes a rule in the caller's transaction, replacing the one with its `rule_id`. */
export function keepRule(trx: Trx, row: NewRow<'detection_rules'>): Promise<void> {
  return store.putRule(trx, row);
}
