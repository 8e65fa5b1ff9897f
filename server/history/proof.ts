import type Sqlite from 'better-sqlite3';
import { textFields } from '../../domain/test-record.ts';
import type { Json } from './canonical.ts';
import { matches, type TextDifference, undo } from './difference.ts';
import type { Change, Changes } from './rules.ts';

/** The texts whose every state can be derived from the current one, with their tables. */
export const proven = {
  test: {
    table: 'mission_tests',
    fields: [
      ...textFields,
      'description',
      'objective',
      'procedure',
      'suggested_command',
      'cleanup_command',
      'expected_detection',
    ],
  },
  mission: { table: 'missions', fields: ['description'] },
  remediation: {
    table: 'remediations',
    fields: ['shortcoming', 'root_cause', 'measure', 'risk_if_not_done'],
  },
  finding: {
    table: 'findings',
    fields: ['description', 'impact', 'root_cause', 'recommendation', 'affected'],
  },
  sighting: { table: 'mission_sightings', fields: ['note'] },
  evidence: { table: 'evidence', fields: ['caption'] },
  engagement: { table: 'engagements', fields: ['description'] },
  simulation: {
    table: 'simulations',
    fields: ['description', 'objective', 'command', 'output', 'red_comment', 'soc_comment'],
  },
  test_template: {
    table: 'test_templates',
    fields: ['description', 'objective', 'procedure', 'command', 'cleanup_command', 'expected_detection'],
  },
  scenario_template: { table: 'scenario_templates', fields: ['description'] },
  simulation_template: {
    table: 'simulation_templates',
    fields: ['description', 'objective', 'command', 'expected_detection'],
  },
} as const;
export type Proven = keyof typeof proven;

/** Each text at an entry; undefined before an erased one. */
type Texts = Record<string, string | null | undefined>;
type Step = { seq: number; object_type: Proven; object_id: string; verb: string };

/** Entries that do not lead to the current texts, going back from the newest; only the newest for each object. */
export function findUnproven(sqlite: Sqlite.Database): string[] {
  const changesOf = sqlite.prepare('select changes_json from audit_entries where seq = ?').pluck();
  const names = Object.keys(proven);
  const steps = sqlite
    .prepare(
      `select seq, object_type, object_id, verb from audit_entries
        where object_type in (${names.map(() => '?').join(', ')}) and object_id is not null
        order by object_type, object_id, seq desc`,
    )
    .iterate(...names) as Iterable<Step>;
  const problems: string[] = [];
  let at = '';
  let texts: Texts | null = null;
  let runs = new ClosedRuns(sqlite, '');
  for (const { seq, object_type, object_id, verb } of steps) {
    const isNewest = `${object_type} ${object_id}` !== at;
    if (isNewest) {
      at = `${object_type} ${object_id}`;
      texts = readTexts(sqlite, object_type, object_id);
      runs = new ClosedRuns(sqlite, object_id);
    }
    if (texts === null) continue;
    const json = changesOf.get(seq) as string | null;
    if (json === null) {
      for (const field in texts) texts[field] = undefined;
      runs.lose();
      continue;
    }
    const changes = JSON.parse(json) as Changes;
    const wrong =
      isNewest && verb === 'deleted'
        ? findLost(texts, changes)
        : (stepBack(texts, changes) ?? runs.stepBack(verb, changes, texts));
    if (wrong === null) continue;
    const name = object_type.replaceAll('_', ' ');
    problems.push(`entry ${seq} of the history does not match the ${wrong} of the ${name} ${object_id}`);
    texts = null;
  }
  return problems;
}

/** A test's closed runs, with its texts when each was closed. */
class ClosedRuns {
  readonly #sqlite: Sqlite.Database;
  readonly #test: string;
  /** Numbers of runs undone by later entries. */
  readonly #takenBack = new Set<unknown>();
  #isLost = false;

  constructor(sqlite: Sqlite.Database, test: string) {
    this.#sqlite = sqlite;
    this.#test = test;
  }

  /** The changes of an erased entry are unknown, so nothing before it is checked. */
  lose(): void {
    this.#isLost = true;
  }

  /** Goes back over an entry after which the test had these texts; returns the differences from the run that it closed. */
  stepBack(verb: string, changes: Changes, texts: Readonly<Texts>): string | null {
    const numbers = changes.run_number;
    if (this.#isLost || !Array.isArray(numbers)) return null;
    if (verb === 'taken_back') this.#takenBack.add(numbers[1]);
    if (verb !== 'run_again' || this.#takenBack.delete(numbers[0])) return null;
    const run = this.#sqlite
      .prepare(`select ${textFields.join(', ')} from test_runs where test_id = ? and number = ?`)
      .get(this.#test, numbers[0]) as Texts | undefined;
    const wrong = run === undefined ? 'texts' : textFields.find((name) => run[name] !== texts[name]);
    return wrong === undefined ? null : `${wrong} of run ${numbers[0]}`;
  }
}

/** Null when it no longer exists. */
function readTexts(sqlite: Sqlite.Database, type: Proven, id: string): Texts | null {
  const { table, fields } = proven[type];
  const row = sqlite.prepare(`select ${fields.join(', ')} from ${table} where id = ?`).get(id);
  return (row as Texts | undefined) ?? null;
}

/** The field in which a deleted object had another text; its row stays, with the texts that the entry removes. */
function findLost(texts: Readonly<Texts>, changes: Changes): string | null {
  for (const field in texts) {
    const change = changes[field];
    if (change !== undefined && !wasBefore(change, texts[field] ?? null)) return field;
  }
  return null;
}

/** Fields removed with their object are recorded in full, or by digest when long. */
function wasBefore(change: Change, text: string | null): boolean {
  if (!Array.isArray(change)) return false;
  const [before] = change as readonly [Json, Json];
  if (typeof before === 'string' || before === null) return before === text;
  return matches(text, (before as { sha256: string }).sha256);
}

/** Takes the texts back to their state before the changes; returns the field for which that fails. */
function stepBack(texts: Texts, changes: Changes): string | null {
  for (const field in texts) {
    const change = changes[field];
    if (change === undefined) continue;
    const present = texts[field];
    if (present === undefined) {
      texts[field] = Array.isArray(change) ? toText(change[0]) : undefined;
      continue;
    }
    const before = textBefore(change, present);
    if (before === undefined) return field;
    texts[field] = before;
  }
  return null;
}

/** Undefined when the change does not lead to the text. */
function textBefore(change: Change, present: string | null): string | null | undefined {
  if (!Array.isArray(change)) return undo(change as TextDifference, present);
  const [before, after] = change;
  return after === present ? toText(before) : undefined;
}

function toText(value: Json): string | null {
  return typeof value === 'string' ? value : null;
}
