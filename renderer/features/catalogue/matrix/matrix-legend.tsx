import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { Shade, State } from './coverage.ts';
import styles from './matrix-legend.module.css';

/** What the colours and rings mean, and how many entries have each. */
export function MatrixLegend({
  levels,
  counts,
}: {
  levels: readonly Shade[];
  counts: { total: number; by: ReadonlyMap<State, number>; hiding: number };
}) {
  const lines: { state: State; name: string; color?: string }[] = [
    { state: 'untested', name: 'Never tested' },
    { state: 'unrated', name: 'Run, not rated' },
    ...levels.map(({ rank, name, color }) => ({ state: `${rank}` as const, name, color })),
  ];
  return (
    <ul className={styles.legend} aria-label={`Legend: ${counts.total} entries`}>
      {lines.map(({ state, name, color }) => (
        <li key={state} className={styles.entry}>
          <span
            className={styles.swatch}
            data-state={state}
            style={color === undefined ? undefined : { backgroundColor: color }}
          />
          {name}{' '}
          <Text span inherit c="dimmed">
            {counts.by.get(state) ?? 0}
          </Text>
        </li>
      ))}
      {counts.hiding > 0 ? (
        <li className={styles.entry}>
          <span
            className={styles.swatch}
            data-state="missed"
            style={{ '--missed': levels[0]?.color } as CSSProperties}
          />
          Missed by another test{' '}
          <Text span inherit c="dimmed">
            {counts.hiding}
          </Text>
        </li>
      ) : null}
    </ul>
  );
}
