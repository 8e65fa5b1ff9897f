/**
 * The engagements service. Techniques are stored by external id without a foreign key, because engagements outlive a reset of the
 * catalogue, and the fixed tactic map is not a table.
 */
export const engagements: readonly string[] = [
  `create table engagements (
    id text primary key not null,
    name text not null,
    organisation_id text references organisations (id) on delete set null,
    client text,
    client_key text,
    description text,
    status text not null check (status in ('planned', 'active', 'closed')),
    start_date text,
    end_date text,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_at text not null
  )`,
  'create index engagements_by_status on engagements (status, id)',
  'create index engagements_by_creator on engagements (created_by)',
  'create index engagements_by_client on engagements (client_key, id)',
  'create index engagements_by_organisation on engagements (organisation_id)',
  'create index engagements_by_name on engagements (name collate nocase, id)',
  'create index engagements_by_change on engagements (updated_at, id)',

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

  // Output can be large and comes last, because columns after a large value are slow to reach.
  `create table simulations (
    id text primary key not null,
    engagement_id text not null references engagements (id) on delete cascade,
    template_id text references simulation_templates (id) on delete set null,
    name text not null,
    description text,
    objective text,
    status text not null check (status in ('pending', 'in_progress', 'review_required', 'done')),
    status_since text,
    command text,
    executed_at text,
    red_comment text,
    detection_level_id text references detection_levels (id),
    detection_level_source text check (detection_level_source in ('set', 'derived')),
    detected_at text,
    outcome_json text,
    soc_comment text,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_at text not null,
    output_parts_json text,
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
];
