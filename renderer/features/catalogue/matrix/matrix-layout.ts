import type { Matrix } from '../../../../server/catalogue/contract.ts';

/** A cell in the matrix. An entry has one under each of its tactics, distinguished by `key`. */
export type Cell = {
  key: string;
  id: string;
  name: string;
  column: number;
  /** Number of sub-techniques; 0 for a sub-technique. */
  below: number;
  isSub: boolean;
  isOpen: boolean;
};
export type MatrixLayout = {
  /** Entries under each tactic, from the top. */
  columns: Cell[][];
  /** The same cells by row: the cells of all columns at each height. */
  rows: Cell[][];
  places: Map<string, { column: number; row: number }>;
};

export const toCellKey = (tacticId: string, techniqueId: string) => `${tacticId}/${techniqueId}`;

/** The name of a sub-technique below its technique, without the technique's name. */
export function shortenName(techniqueName: string, name: string): string {
  const prefix = `${techniqueName}: `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Lays out techniques, and the sub-techniques of open ones. */
export function layOut(matrix: Matrix, open: ReadonlySet<string>): MatrixLayout {
  const columns = matrix.tactics.map(({ id: tacticId, techniques }, column) =>
    techniques.flatMap(({ id, name, subtechniques }): Cell[] => {
      const key = toCellKey(tacticId, id);
      const isOpen = open.has(key) && subtechniques.length > 0;
      const cell = { key, id, name, column, below: subtechniques.length, isSub: false, isOpen };
      if (!isOpen) return [cell];
      const below = subtechniques.map((sub) => ({
        key: toCellKey(tacticId, sub.id),
        id: sub.id,
        name: shortenName(name, sub.name),
        column,
        below: 0,
        isSub: true,
        isOpen: false,
      }));
      return [cell, ...below];
    }),
  );
  const rows: Cell[][] = [];
  const places: MatrixLayout['places'] = new Map();
  columns.forEach((cells, column) => {
    cells.forEach((cell, row) => {
      rows[row] ??= [];
      rows[row].push(cell);
      places.set(cell.key, { column, row });
    });
  });
  return { columns, rows, places };
}

/** The keys of all techniques with sub-techniques. */
export function listOpenable(matrix: Matrix): Set<string> {
  return new Set(
    matrix.tactics.flatMap(({ id, techniques }) =>
      techniques
        .filter((technique) => technique.subtechniques.length > 0)
        .map((each) => toCellKey(id, each.id)),
    ),
  );
}

/** Entries whose id or name contains the text, and the keys that must be open to see the sub-techniques among them. */
export function searchMatrix(matrix: Matrix, text: string): { found: Set<string>; toOpen: Set<string> } {
  const needle = text.trim().toLowerCase();
  const found = new Set<string>();
  const toOpen = new Set<string>();
  if (needle === '') return { found, toOpen };
  const matches = ({ id, name }: { id: string; name: string }) =>
    id.toLowerCase().startsWith(needle) || name.toLowerCase().includes(needle);
  for (const { id: tacticId, techniques } of matrix.tactics) {
    for (const technique of techniques) {
      if (matches(technique)) found.add(technique.id);
      for (const sub of technique.subtechniques) {
        if (!matches(sub)) continue;
        found.add(sub.id);
        toOpen.add(toCellKey(tacticId, technique.id));
      }
    }
  }
  return { found, toOpen };
}

const steps: Record<string, [columns: number, rows: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  PageUp: [0, -10],
  PageDown: [0, 10],
};

/** The cell to which a key leads from another one, or null if there is none. */
export function findNextCell(
  layout: MatrixLayout,
  from: string,
  { key, ctrl }: { key: string; ctrl: boolean },
): Cell | null {
  const place = layout.places.get(from);
  if (place === undefined) return null;
  const last = layout.columns.length - 1;
  const findCell = (column: number, row: number) => {
    const cells = layout.columns[Math.min(Math.max(column, 0), last)] ?? [];
    return cells[Math.min(Math.max(row, 0), cells.length - 1)] ?? null;
  };
  if (key === 'Home') return ctrl ? findCell(0, 0) : findCell(0, place.row);
  if (key === 'End') return ctrl ? findCell(last, Number.MAX_SAFE_INTEGER) : findCell(last, place.row);
  const step = steps[key];
  return step === undefined || ctrl ? null : findCell(place.column + step[0], place.row + step[1]);
}
