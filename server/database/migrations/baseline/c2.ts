/** An engagement's framework, and its tasks linked to simulations. */
export const c2: readonly string[] = [
  `create table c2_configs (
    id text primary key not null,
    engagement_id text not null unique references engagements (id) on delete cascade,
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
    configuration_id text references c2_configs (id) on delete set null,
    external_id text not null,
    callback text,
    command text,
    status text not null,
    ended text check (ended in ('completed', 'discarded', 'gone')),
    mapping_applied integer not null check (mapping_applied in (0, 1)),
    created_at text not null,
    executed_at text,
    completed_at text
  )`,
  // Tasks without a configuration are not compared, because one task may have been linked under several deleted ones.
  'create unique index c2_tasks_once on c2_tasks (simulation_id, configuration_id, external_id)',
  'create index c2_tasks_by_configuration on c2_tasks (configuration_id)',
];
