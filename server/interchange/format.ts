import type { ImportFormat } from '../../domain/interchange.ts';
import type { ImportPlan, PlannedMission, PlannedScenarioTemplate, PlannedTemplate } from './plan.ts';

/**
 * An imported file, or a member of an imported archive or folder. Names are unchanged and never become a path; bytes are read
 * from a bounded store, one member at a time.
 */
export type ImportMember = {
  name: string;
  size: number;
  /** Refuses (`ImportRefusal`) a damaged member, or one longer than declared. */
  read: () => Promise<Buffer>;
};

export type ImportSource = {
  /** The name of the given file or folder. */
  name: string;
  /** Whether members come from an archive or folder; otherwise the only member is the file itself. */
  isArchive: boolean;
  members: readonly ImportMember[];
};

export type ReadContext = {
  /** The person's answers to the format's questions: the columns of a custom table. */
  choices: Readonly<Record<string, unknown>>;
  attack: KnownAttack;
  /** Progress from 0 to 1. */
  progress: (share: number) => void;
};

/** Confidence of a format in a file: `no`, possible (`maybe`: any CSV), or certain (`yes`). */
export type Recognised = 'no' | 'maybe' | 'yes';

/** An import format. Readers run in a separate thread, have no access to the database and write nothing. */
export type ImportReader = {
  format: ImportFormat;
  /**
   * Whether a member of an archive has this format, by the beginning of its text; omitted for formats that are whole archives.
   */
  claims?: (name: string, text: string) => boolean;
  /** Formats whose files it also accepts, so that it wins an archive with both. */
  outranks?: readonly ImportFormat[];
  /** Takes the source and the first 64 KiB of its first members; refuses nothing. */
  recognise: (source: ImportSource, beginnings: ReadonlyMap<string, string>) => Recognised;
  /**
   * Returns the content of the source; unreadable parts are among `refused`. Throws `ImportRefusal` for a file of another format.
   */
  read: (source: ImportSource, context: ReadContext) => Promise<ImportPlan>;
};

/** A whole file is refused, with a message for the person who provided it. */
export class ImportRefusal extends Error {}

/** The ATT&CK data available here; null or empty if missing. */
export type KnownAttack = {
  /** Version of the catalogue, such as `19.1`; null when its bundle doesn't have one. */
  version?: string | null;
  nameOf: (externalId: string) => string | null;
  /** External ids of the tactics of a technique, in matrix order. */
  tacticsOf: (externalId: string) => string[];
};

export type ExportedFile = { name: string; content: string | Buffer };

/** Evidence whose file is lost or damaged, and missing from an export; `test` is the id of its test, if it has one. */
export type LeftOut = {
  id: string;
  test?: string;
  file_name: string;
  caption: string | null;
  sha256: string;
  size: number;
};

/** An export format of missions. Writers have no access to the database: they write the plan. */
export type MissionWriter = {
  /** Whether it reads evidence files; lost ones are then removed from the plan first. */
  packsEvidence?: true;
  /** Whether it reads the files of sightings, too. */
  packsSightings?: true;
  /** Several files are sent in a zip; `open` reads an evidence file by its `member`. */
  write: (
    mission: PlannedMission,
    context: {
      attack: KnownAttack;
      open: (member: string) => Promise<Buffer>;
      leftOut?: readonly LeftOut[];
    },
  ) => AsyncIterable<ExportedFile>;
};

/** A large library comes in pages; it can be read once. */
export type Many<T> = Iterable<T> | AsyncIterable<T>;

/** An export format of the test template library. It takes the templates first, all of them. */
export type LibraryWriter = {
  write: (
    library: { templates: Many<PlannedTemplate>; scenarios: Many<PlannedScenarioTemplate> },
    context: { attack: KnownAttack },
  ) => AsyncIterable<ExportedFile>;
};
