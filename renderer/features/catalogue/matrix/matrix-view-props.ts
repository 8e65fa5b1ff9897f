import type { Matrix } from '../../../../server/catalogue/contract.ts';
import type { Coverage, Shade } from './coverage.ts';
import type { MatrixMode } from './matrix-mode.ts';

/** A matrix with its content and controls. */
export type MatrixViewProps = {
  matrix: Matrix;
  coverage: Coverage;
  /** The colours of the mode. */
  shades: readonly Shade[];
  mode: MatrixMode;
  scope: string;
  scopes: { group: string; items: { value: string; label: string }[] }[];
  /** Baseline of a comparison, as in the address; empty for none. */
  earlier: string;
  /** Address of the comparison of two missions by figures; null unless there are two missions. */
  comparisonLink: string | null;
  /** A sentence about the counted tests. */
  about: string;
  problem: string | null;
  q: string;
  /** Number of hidden entries that also match the search. */
  foundBeside: number;
  zoom: number | null;
  open: ReadonlySet<string>;
  start: string | null;
  onScope: (scope: string) => void;
  onEarlier: (earlier: string | null) => void;
  onMode: (mode: MatrixMode) => void;
  onSearch: (q: string) => void;
  /** Null: fits the width of the window. */
  onZoom: (by: 1 | -1 | null) => void;
  isPlannedOnly: boolean;
  onPlannedOnly: (isOn: boolean) => void;
  onOpen: (open: Set<string>) => void;
  onActive: (key: string) => void;
};
