/** Which evidence of its simulation a fact names, as `fact_evidence` says of tests. */
export const factSimulationEvidenceSchema = {
  version: 30,
  name: '030-fact-simulation-evidence',
  statements: [
    `create table fact_simulation_evidence (
      fact_id text not null references facts (id) on delete cascade,
      evidence_id text not null references simulation_evidence (id) on delete cascade,
      primary key (fact_id, evidence_id)
    ) without rowid`,
    'create index fact_simulation_evidence_by_evidence on fact_simulation_evidence (evidence_id)',
  ],
};
