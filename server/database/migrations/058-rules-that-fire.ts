/** Texts and references of rules in Sigma, and the rule that a remediation names. */
export const rulesThatFire = {
  version: 58,
  name: '058-rules-that-fire',
  statements: [
    "alter table detection_rules add column kind text check (kind in ('detection', 'correlation', 'filter'))",
    'alter table detection_rules add column sigma_name text',
    'alter table detection_rules add column log_source text',
    'alter table detection_rules add column simulations_json text',
    'alter table detection_rules add column regression_tests_path text',
    'alter table detection_rules add column refers_json text',
    'alter table detection_rules add column sigma text',
    'alter table remediations add column rule_id text',
    'alter table remediations add column rule_name text',
  ],
};
