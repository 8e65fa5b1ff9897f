import type { ImportAction, ImportedKind, ImportFormat } from '../../../domain/interchange.ts';

export interface ImportTables {
  /** Imports from other tools. */
  imports: {
    id: string;
    format: ImportFormat;
    /** Version of the format. */
    version: string | null;
    file_name: string;
    size: number;
    created_by: string | null;
    created_at: string;
    /** Time at which its last slice was written. */
    applied_at: string;
    undone_at: string | null;
    notes_json: string;
    choices_json: string;
    /** `taken_back`: it could not be finished, and is being rolled back; `failed`: part of it could not be removed. */
    state: 'applying' | 'taken_back' | 'applied' | 'undoing' | 'undone' | 'failed';
    /** Applied rows, in order. */
    rows_done: number;
    /** Time of the last work on it. */
    touched_at: string | null;
    /** Person undoing it. */
    undone_by: string | null;
    /** Number of consecutive failures to undo or roll it back. */
    tries: number;
    /** Time of the next attempt. */
    retry_at: string | null;
    /** Message of a failure. */
    problem_json: string | null;
  };
  /** State of an object before a row changed it, kept until the import is applied. */
  import_before: {
    import_id: string;
    number: number;
    value_json: string;
  };
  /** Waiting imports, shared by all processes. */
  import_jobs: {
    name: string;
    value_json: string;
    kept_until: string;
  };
  import_rows: {
    import_id: string;
    number: number;
    place: string;
    kind: ImportedKind | null;
    name: string | null;
    action: ImportAction;
    why: string | null;
    edited: 0 | 1;
    leftover_json: string;
    object_id: string | null;
    mission_id: string | null;
  };
  /** Sources of objects, by their name in the other tool. */
  import_sources: {
    format: ImportFormat;
    kind: ImportedKind;
    /** Its mission; empty if there is none. */
    scope: string;
    source_id: string;
    object_id: string;
    /** The import that wrote it last. */
    import_id: string;
    /** Digest of the file's content for this object. */
    digest: string;
    /** Time of the last write by an import; if the object's time differs, it was changed here. */
    object_version: string;
    /** Whether that import created the object rather than changing an existing one. */
    made: 0 | 1;
  };
  /** Additional sources of the same name: one object for each person who can't see those of others. */
  import_sources_apart: {
    format: ImportFormat;
    kind: ImportedKind;
    scope: string;
    source_id: string;
    object_id: string;
    import_id: string;
    digest: string;
    object_version: string;
    made: 0 | 1;
  };
}
