import type { EntryKind } from '../../../domain/catalogue.ts';
import type { Severity } from '../../../domain/outcomes.ts';
import type { SoftwareType, ThreatKind } from '../../../domain/threats.ts';

export interface CatalogueTables {
  catalogue_entries: {
    external_id: string;
    kind: EntryKind;
    name: string;
    description: string | null;
    url: string;
    /** A tactic's short name (`initial-access`); null for the others. */
    short_name: string | null;
    /** Place in the matrix for a tactic; 0 for the others, which are ordered by external id. */
    position: number;
    /** The technique above a sub-technique; null for the others. */
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
    /** Of the threats that the catalogue then had, which a bundle without any leaves as they are. */
    threats_version: string | null;
    /** Null where there were none. */
    threats_synced_at: string | null;
  };
  /** Lists in `…_json` are of external ids. */
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
  /** Techniques that bundles say were revoked. */
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
  /** Rules for detection of other tools, which facts name by `rule_id`. */
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
