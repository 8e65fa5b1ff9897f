/**
 * The engagements service. Techniques are named by external id without a foreign key: engagements outlive a reset of the
 * catalogue, and the fixed tactic map is not a table. A simulation's output can be large and is its last column: what
 * stands behind a large value is slow to reach, and lists leave only this one out.
 */
export const engagementsSchema = {
  version: 2,
  name: '002-engagements',
  statements: [
    `create table engagements (
      id text primary key not null,
      name text not null,
      client text,
      description text,
      status text not null check (status in ('planned', 'active', 'closed')),
      start_date text,
      end_date text,
      created_by text references users (id) on delete set null,
      created_at text not null,
      updated_at text not null
    )`,
    'create index engagements_by_status on engagements (status, id)',
    'create index engagements_by_client on engagements (client, id)',
    'create index engagements_by_creator on engagements (created_by)',
    `create table simulation_templates (
      id text primary key not null,
      name text not null,
      name_key text not null unique,
      description text,
      objective text,
      command text,
      expected_detection text,
      created_at text not null,
      updated_at text not null
    )`,
    `create table simulation_template_techniques (
      template_id text not null references simulation_templates (id) on delete cascade,
      external_id text not null,
      name text not null,
      position integer not null,
      primary key (template_id, external_id)
    )`,
    'create index simulation_template_techniques_by_entry on simulation_template_techniques (external_id)',
    `create table simulation_template_tactics (
      template_id text not null references simulation_templates (id) on delete cascade,
      tactic_id text not null,
      position integer not null,
      primary key (template_id, tactic_id)
    )`,
    `create table simulations (
      id text primary key not null,
      engagement_id text not null references engagements (id) on delete cascade,
      template_id text references simulation_templates (id) on delete set null,
      name text not null,
      description text,
      status text not null check (status in ('pending', 'in_progress', 'review_required', 'done')),
      objective text,
      command text,
      red_comment text,
      executed_at text,
      detection_level_id text references detection_levels (id),
      soc_comment text,
      detected_at text,
      created_by text references users (id) on delete set null,
      created_at text not null,
      updated_at text not null,
      output text
    )`,
    'create index simulations_in_engagement on simulations (engagement_id, id)',
    'create index simulations_by_engagement on simulations (engagement_id, status, id)',
    'create index simulations_by_status on simulations (status, id)',
    'create index simulations_by_template on simulations (template_id)',
    'create index simulations_by_detection on simulations (detection_level_id)',
    'create index simulations_by_creator on simulations (created_by)',
    `create table simulation_techniques (
      simulation_id text not null references simulations (id) on delete cascade,
      external_id text not null,
      name text not null,
      position integer not null,
      primary key (simulation_id, external_id)
    )`,
    'create index simulation_techniques_by_entry on simulation_techniques (external_id, simulation_id)',
    `create table simulation_tactics (
      simulation_id text not null references simulations (id) on delete cascade,
      tactic_id text not null,
      position integer not null,
      primary key (simulation_id, tactic_id)
    )`,
    `create table c2_configs (
      engagement_id text primary key not null references engagements (id) on delete cascade,
      framework text not null check (framework in ('mythic', 'caldera', 'fake')),
      base_url text not null,
      sealed_token text,
      tls text not null check (tls in ('verify', 'pin', 'insecure')),
      tls_fingerprint text,
      operation text,
      updated_at text not null
    )`,
    `create table c2_tasks (
      id text primary key not null,
      simulation_id text not null references simulations (id) on delete cascade,
      external_id text not null,
      callback text,
      command text,
      status text not null,
      finished integer not null check (finished in (0, 1)),
      completed_at text,
      mapping_applied integer not null check (mapping_applied in (0, 1)),
      created_at text not null,
      unique (simulation_id, external_id)
    )`,
    `create table simulation_outputs (
      id text primary key not null,
      simulation_id text not null references simulations (id) on delete cascade,
      engagement_id text not null references engagements (id) on delete cascade,
      task_external_id text not null,
      size integer not null,
      sha256 text not null,
      created_at text not null
    )`,
    'create index simulation_outputs_by_simulation on simulation_outputs (simulation_id, id)',
    'create index simulation_outputs_by_engagement on simulation_outputs (engagement_id)',
  ],
};
