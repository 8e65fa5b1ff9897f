import type { FoundTechnique, Matrix } from '../contract.ts';
import type { StoredEntry } from '../rules.ts';

type Ref = { id: string; name: string };
const toRef = (entry: StoredEntry): Ref => ({ id: entry.external_id, name: entry.name });
const byId = (one: Ref, other: Ref): number => (one.id < other.id ? -1 : 1);
const byName = (one: Ref, other: Ref): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : byId(one, other);

function sortTactics(live: readonly StoredEntry[]): StoredEntry[] {
  return live
    .filter((entry) => entry.kind === 'tactic')
    .sort((one, other) => one.position - other.position || byId(toRef(one), toRef(other)));
}

/**
 * Takes the entries of a catalogue, returns the matrix of those that are not deprecated: tactics in matrix order, techniques by
 * name, and below each its sub-techniques of the same tactic.
 */
export function buildMatrix(version: string | null, entries: readonly StoredEntry[]): Matrix {
  const live = entries.filter((entry) => !entry.deprecated);
  const techniques = new Map(
    live.filter((entry) => entry.kind === 'technique').map((entry) => [entry.external_id, entry]),
  );
  return {
    version,
    tactics: sortTactics(live).map((tactic) => {
      const cells = new Map<string, Ref & { subtechniques: Ref[] }>();
      for (const entry of live) {
        if (!entry.tactic_ids.includes(tactic.external_id)) continue;
        const technique = techniques.get(entry.parent_id ?? entry.external_id);
        if (technique === undefined) continue;
        const cell = cells.get(technique.external_id) ?? { ...toRef(technique), subtechniques: [] };
        cells.set(cell.id, cell);
        if (entry !== technique) cell.subtechniques.push(toRef(entry));
      }
      for (const cell of cells.values()) cell.subtechniques.sort(byName);
      return {
        ...toRef(tactic),
        short_name: tactic.short_name ?? '',
        techniques: [...cells.values()].sort(byName),
      };
    }),
  };
}

/** A technique with its lower-case texts for searching. */
export type SearchableTechnique = { found: FoundTechnique; id: string; name: string };

/** Takes the entries of a catalogue, returns the techniques and sub-techniques that are not deprecated, by id. */
export function listSearchableTechniques(entries: readonly StoredEntry[]): SearchableTechnique[] {
  const live = entries.filter((entry) => !entry.deprecated);
  const tactics = sortTactics(live);
  return live
    .flatMap((entry) =>
      entry.kind === 'tactic'
        ? []
        : [
            {
              found: {
                ...toRef(entry),
                kind: entry.kind,
                tactics: tactics.filter((tactic) => entry.tactic_ids.includes(tactic.external_id)).map(toRef),
              },
              id: entry.external_id.toLowerCase(),
              name: entry.name.toLowerCase(),
            },
          ],
    )
    .sort(byId);
}

/**
 * Takes techniques in order of id and a search text in any case, returns the matches: the exact id, ids beginning with it, names
 * beginning with it, names with a word beginning with it, names containing it.
 */
export function rankTechniques(techniques: readonly SearchableTechnique[], q: string): FoundTechnique[] {
  const wanted = q.toLowerCase();
  const ranks: FoundTechnique[][] = [[], [], [], [], []];
  for (const technique of techniques) {
    const rank = rankTechnique(technique, wanted);
    if (rank !== null) ranks[rank]?.push(technique.found);
  }
  return ranks.flat();
}

function rankTechnique({ id, name }: SearchableTechnique, wanted: string): number | null {
  if (id.startsWith(wanted)) return id === wanted ? 0 : 1;
  let place = name.indexOf(wanted);
  if (place <= 0) return place === 0 ? 2 : null;
  while (place > 0) {
    if (!/[\p{L}\p{N}]/u.test(name.charAt(place - 1))) return 3;
    place = name.indexOf(wanted, place + 1);
  }
  return 4;
}
