import type { ImportAction, ImportedKind, ImportFormat } from '../../../domain/interchange.ts';

export interface ImportTables {
  /** Imports from other tools. */
  imports: {
    id: string;
    format: ImportFormat;
    /** Of the format. */
    version: string | null;
    file_name: string;
    size: number;
    created_by: string | null;
    created_at: string;
    /** When its last slice was written. */
    applied_at: string;
    undone_at: string | null;
    notes_json: string;
    choices_json: string;
    /** `taken_back`: it could not be finished, and what it made goes again; `failed`: not all of it could go. */
    state: 'applying' | 'taken_back' | 'applied' | 'undoing' | 'undone' | 'failed';
    /** Rows that are applied, in their order. */
    rows_done: number;
    /** When somebody was at work on it last. */
    touched_at: string | null;
    /** Person who undoes it. */
    undone_by: string | null;
    /** How often in a row undoing it, or taking it back, has failed. */
    tries: number;
    /** When that is tried again. */
    retry_at: string | null;
    /** Message of a failed one. */
    problem_json: string | null;
  };
  /** State before a row changed something, until the import is applied. */
  import_before: {
    import_id: string;
    number: number;
    value_json: string;
  };
  /** Imports that wait, for all processes. */
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
    /** The mission that it is of; empty where it is of none. */
    scope: string;
    source_id: string;
    object_id: string;
    /** The import that wrote it last. */
    import_id: string;
    /** Of what the file said. */
    digest: string;
    /** When the object was written last by an import: another time says that it was changed here. */
    object_version: string;
    /** Whether that import made the object, and did not change one that was there. */
    made: 0 | 1;
  };
  /** Further ones of the same name: an object of each person who does not see those of the others. */
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
