import type { ImportFormat } from '../../domain/interchange.ts';
import type { ImportPlan, PlannedMission, PlannedScenarioTemplate, PlannedTemplate } from './plan.ts';

/**
 * A file that came in, or a member of an archive or folder that did. Names are as they came and never become a path; bytes are
 * read from a bounded store, a member at a time.
 */
export type ImportMember = {
  name: string;
  size: number;
  /** Refuses (`ImportRefusal`) what is damaged or longer than it says. */
  read: () => Promise<Buffer>;
};

export type ImportSource = {
  /** The name of the file or folder that was given. */
  name: string;
  /** Whether members are those of an archive or folder; else there is one, the file itself. */
  isArchive: boolean;
  members: readonly ImportMember[];
};

export type ReadContext = {
  /** Answers of the person to what the format asks for: the columns of a table of their own. */
  choices: Readonly<Record<string, unknown>>;
  attack: KnownAttack;
  /** A share from 0 to 1. */
  progress: (share: number) => void;
};

/** How sure a format is that a file is its own: `no`, it could be (`maybe`: any CSV), or it is (`yes`). */
export type Recognised = 'no' | 'maybe' | 'yes';

/** One of the formats that come in. Readers run in a thread of their own, know no database and write nothing. */
export type ImportReader = {
  format: ImportFormat;
  /** Whether a member of an archive is of this format, by the beginning of its text; formats that are whole archives have none. */
  claims?: (name: string, text: string) => boolean;
  /** Formats whose files are read beside its own, so that an archive with both is its. */
  outranks?: readonly ImportFormat[];
  /** Takes the source and the first 64 KiB of its first members; looks, and refuses nothing. */
  recognise: (source: ImportSource, beginnings: ReadonlyMap<string, string>) => Recognised;
  /** Returns what the source says; what can't be read stands among `refused`. Throws `ImportRefusal` for a file that is none of it. */
  read: (source: ImportSource, context: ReadContext) => Promise<ImportPlan>;
};

/** A whole file is refused, in words for the person who gave it. */
export class ImportRefusal extends Error {}

/** ATT&CK data here; null or empty where there is none. */
export type KnownAttack = {
  /** Of the catalogue, as `19.1`; null where its bundle doesn't say. */
  version?: string | null;
  nameOf: (externalId: string) => string | null;
  /** External ids of the tactics of a technique, in the order of the matrix. */
  tacticsOf: (externalId: string) => string[];
};

export type ExportedFile = { name: string; content: string | Buffer };

/** Evidence whose file is lost or damaged, and not in an export; `test` is the id of its test. */
export type LeftOut = {
  id: string;
  test: string;
  file_name: string;
  caption: string | null;
  sha256: string;
  size: number;
};

/** One of the formats that a mission goes out as. Writers know no database: they write what the plan says. */
export type MissionWriter = {
  /** Whether it reads the files of evidence; what is lost is then taken out of the plan before. */
  packsEvidence?: true;
  /** Several files go out in a zip; `open` reads the file of a piece of evidence by its `member`. */
  write: (
    mission: PlannedMission,
    context: {
      attack: KnownAttack;
      open: (member: string) => Promise<Buffer>;
      leftOut?: readonly LeftOut[];
    },
  ) => AsyncIterable<ExportedFile>;
};

/** A large library comes in pages; it is taken once. */
export type Many<T> = Iterable<T> | AsyncIterable<T>;

/** One of the formats that the library of test templates goes out as. It takes the templates first, and all of them. */
export type LibraryWriter = {
  write: (
    library: { templates: Many<PlannedTemplate>; scenarios: Many<PlannedScenarioTemplate> },
    context: { attack: KnownAttack },
  ) => AsyncIterable<ExportedFile>;
};
