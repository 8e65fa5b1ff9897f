import type { OpsecLevel } from '../../../domain/templates.ts';

export interface TemplateTables {
  test_templates: {
    id: string;
    name: string;
    description: string | null;
    objective: string | null;
    procedure: string | null;
    command: string | null;
    cleanup_command: string | null;
    expected_detection: string | null;
    platforms_json: string;
    opsec: OpsecLevel | null;
    source: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    /** `[{kind, result, severity, within_seconds}]` */
    expectations_json: string;
    /** `{name: value}`: default values of the variables in its commands; null when there are none. */
    variables_json: string | null;
  };
  test_template_tags: { test_template_id: string; tag: string; position: number };
  test_template_catalog_tags: { test_template_id: string; external_id: string; position: number };
  scenario_templates: {
    id: string;
    name: string;
    description: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    /** Which test follows which, by stored positions, `[{position, follows, condition}]`; null when none does. */
    follows_json: string | null;
  };
  scenario_template_tags: { scenario_template_id: string; tag: string; position: number };
  scenario_template_catalog_tags: { scenario_template_id: string; external_id: string; position: number };
  scenario_template_tests: { scenario_template_id: string; test_template_id: string; position: number };
}
