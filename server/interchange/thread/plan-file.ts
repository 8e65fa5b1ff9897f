import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ImportedKind } from '../../../domain/interchange.ts';
import type {
  PlannedExecution,
  PlannedFinding,
  PlannedMission,
  PlannedRemediation,
  PlannedRule,
  PlannedScenario,
  PlannedScenarioTemplate,
  PlannedSelection,
  PlannedTemplate,
  PlannedTest,
} from '../plan.ts';
import type { TagRef } from './attack.ts';

/** Object of a plan, with resolved tags. */
type WithTags<T> = Omit<T, 'catalog_tags' | 'row' | 'leftover'> & { catalog_tags: TagRef[] };

export type Items = {
  test_template: WithTags<PlannedTemplate>;
  scenario_template: WithTags<PlannedScenarioTemplate>;
  mission: Omit<PlannedMission, 'scenarios' | 'remediations' | 'findings' | 'row' | 'leftover'> & {
    scenarios: Omit<PlannedScenario, 'tests'>[];
  };
  /** `scenario` is an index within its mission. */
  test: WithTags<PlannedTest> & { scenario: number };
  remediation: Omit<PlannedRemediation, 'row' | 'leftover'>;
  finding: Omit<PlannedFinding, 'row' | 'leftover'>;
  execution: WithTags<PlannedExecution>;
  selection: Omit<PlannedSelection, 'row' | 'leftover'>;
  rule: WithTags<PlannedRule>;
};

/** An accepted row, as the plan keeps it until it is applied: one line of JSON. */
export type PlanLine = { [K in ImportedKind]: { number: number; what: K; item: Items[K] } }[ImportedKind];

/** Further fields of a row. */
export type ReadRow = {
  number: number;
  row: string;
  what: ImportedKind | null;
  name: string | null;
  /** Null for a refused row. */
  sourceId: string | null;
  /** Digest of the file's content. */
  digest: string;
  /** Of a mission: the digest of its own fields. */
  fields?: string;
  /** Of an own export: the version of the object here whose content it has. */
  here?: string;
  /** The row of its mission. */
  mission: number | null;
  refused: string | null;
  leftover: string[];
  /** For a scenario template: the source ids of its templates. */
  needs?: string[];
};

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** Writes lines of a plan to a new file. */
export class PlanWriter {
  readonly #handle: FileHandle;
  #waiting = '';

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(place: string): Promise<PlanWriter> {
    return new PlanWriter(await open(place, 'w', 0o600));
  }

  async write(line: PlanLine): Promise<void> {
    this.#waiting += `${JSON.stringify(line)}\n`;
    if (this.#waiting.length > chunk) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    await this.#handle.appendFile(this.#waiting);
    this.#waiting = '';
  }
}

const chunk = 256 * 1024;

/** The lines of a plan, in order. */
export function readPlan(place: string): Generator<PlanLine> {
  return readLines(place) as Generator<PlanLine>;
}

/** Reads the JSON lines of a file synchronously, because in a transaction only the database may be awaited. */
export function* readLines(place: string): Generator<unknown> {
  const file = openSync(place, 'r');
  try {
    let parts: Buffer[] = [];
    for (;;) {
      const bytes = Buffer.alloc(chunk);
      const length = readSync(file, bytes, 0, chunk, null);
      if (length === 0) return;
      let start = 0;
      for (;;) {
        const end = bytes.indexOf(0x0a, start);
        if (end === -1 || end >= length) break;
        parts.push(bytes.subarray(start, end));
        yield JSON.parse(Buffer.concat(parts).toString('utf8'));
        parts = [];
        start = end + 1;
      }
      if (start < length) parts.push(bytes.subarray(start, length));
    }
  } finally {
    closeSync(file);
  }
}
