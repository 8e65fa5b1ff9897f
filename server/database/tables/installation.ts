export interface InstallationTables {
  /** Values of this installation, such as the install token's digest. A reset keeps them. */
  instance: { key: string; value: string };

  /** The history: `history/` adds rows, and triggers refuse everything else except erasing changes. */
  audit_entries: {
    seq: number;
    at: string;
    actor_id: string | null;
    actor_name: string | null;
    via: string;
    mission_id: string | null;
    test_id: string | null;
    engagement_id: string | null;
    simulation_id: string | null;
    object_type: string;
    object_id: string | null;
    verb: string;
    /** Both null once erased. */
    changes_json: string | null;
    salt: string | null;
    digest: string;
    previous: string;
    hash: string;
  };
}
