import type { Scenario, TestSummary } from '../../../../server/missions/contract.ts';

export type Tactic = { id: string; name: string; place: number };

/** The tactics of each technique, by id. */
export type Tactics = ReadonlyMap<string, readonly Tactic[]>;

export type Row = {
  test: TestSummary;
  scenario: Pick<Scenario, 'id' | 'name'> & { place: number };
  place: number;
  tactics: readonly Tactic[];
};
