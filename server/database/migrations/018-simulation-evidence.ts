/** Evidence of simulations, kept as that of tests is. */
export const simulationEvidenceSchema = {
  version: 18,
  name: '018-simulation-evidence',
  statements: [
    `create table simulation_evidence (
      id text primary key not null,
      simulation_id text not null references simulations (id) on delete cascade,
      engagement_id text not null references engagements (id) on delete cascade,
      side text not null check (side in ('red', 'soc')),
      file_name text not null,
      mime_type text not null,
      size integer not null,
      sha256 text not null,
      caption text,
      uploaded_by text references users (id) on delete set null,
      uploaded_at text not null
    )`,
    'create index simulation_evidence_by_simulation on simulation_evidence (simulation_id, uploaded_at, id)',
    'create index simulation_evidence_by_engagement on simulation_evidence (engagement_id)',
    'create index simulation_evidence_by_uploader on simulation_evidence (uploaded_by)',
  ],
};
