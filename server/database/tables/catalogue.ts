import type { EntryKind } from '../../../domain/catalogue.ts';
import type { RuleKind } from '../../../domain/detection-rules.ts';
import type { Severity } from '../../../domain/outcomes.ts';
import type { SoftwareType, ThreatKind } from '../../../domain/threats.ts';

export interface CatalogueTables {
  catalogue_entries: {
    external_id: string;
    kind: EntryKind;
    name: string;
    description: string | null;
    url: string;
    /** A tactic's short name (`initial-access`); null for other kinds. */
    short_name: string | null;
    /** Position of a tactic in the matrix; 0 for other kinds, which are ordered by external id. */
    position: number;
    /** The parent technique of a sub-technique; null for others. */
    parent_id: string | null;
    platforms_json: string;
    deprecated: 0 | 1;
  };
  catalogue_entry_tactics: { external_id: string; tactic_id: string };
  catalogue_syncs: {
    id: string;
    version: string | null;
    source_url: string;
    sha256: string;
    verified: 0 | 1;
    synced_at: string;
    /** Version of the catalogue's threats; a bundle without threats leaves it unchanged. */
    threats_version: string | null;
    /** Null when there were none. */
    threats_synced_at: string | null;
  };
  /** Lists in `…_json` contain external ids. */
  threats: {
    external_id: string;
    kind: ThreatKind;
    name: string;
    description: string | null;
    url: string;
    aliases_json: string;
    software_type: SoftwareType | null;
    first_seen: string | null;
    last_seen: string | null;
    techniques_json: string;
    related_json: string;
  };
  technique_data_components: { external_id: string; names_json: string };
  /** Techniques revoked according to bundles. */
  catalogue_successors: { external_id: string; successor_id: string };
  technique_selections: {
    id: string;
    import_id: string;
    name: string;
    description: string | null;
    attack_version: string | null;
    /** `[{id, score, comment}]` */
    techniques_json: string;
    created_at: string;
    updated_at: string;
  };
  /** Detection rules of other tools; facts refer to them by `rule_id`. */
  detection_rules: {
    id: string;
    import_id: string;
    rule_id: string;
    title: string;
    description: string | null;
    level: Severity | null;
    status: string | null;
    catalog_tags_json: string;
    created_at: string;
    updated_at: string;
    /** Null, of an older import, stands for `detection`. */
    kind: RuleKind | null;
    /** By which correlations and filters may refer to it. */
    sigma_name: string | null;
    log_source: string | null;
    /** `[{type, name, technique, atomic_guid}]` */
    simulations_json: string | null;
    regression_tests_path: string | null;
    /** Ids and names of the rules that it changes or counts. */
    refers_json: string | null;
    /** Its text. */
    sigma: string | null;
  };
  detection_levels: {
    id: string;
    key: string;
    name: string;
    rank: number;
    color: string;
    description: string;
  };
}
