import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { rich } from '../../../rich.ts';
import { t } from '../../../words.ts';
import type { Shade, State } from './coverage.ts';
import styles from './matrix-legend.module.css';

const listUnrated = (): { state: State; name: string }[] => [
  { state: 'untested', name: t('catalogue.never_tested_2') },
  { state: 'unrated', name: t('catalogue.run_not_rated') },
];

/** Legend of colours and rings, with the number of entries of each. */
export function MatrixLegend({
  levels,
  counts,
  isCompared,
}: {
  levels: readonly Shade[];
  counts: { total: number; by: ReadonlyMap<State, number>; hiding: number };
  isCompared: boolean;
}) {
  const lines: { state: State; name: string; color?: string }[] = [
    ...(isCompared ? [] : listUnrated()),
    ...levels.map(({ rank, name, color, sign }) => ({
      state: `${rank}` as const,
      name: sign === undefined ? name : `${sign} ${name}`,
      color,
    })),
  ];
  return (
    <ul className={styles.legend} aria-label={t('catalogue.legend_total_entries', { total: counts.total })}>
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
          {rich('catalogue.span_missed_by_another_test_hiding', {
            span: (
              <span
                className={styles.swatch}
                data-state="missed"
                style={{ '--missed': levels[0]?.color } as CSSProperties}
              />
            ),
            hiding: (
              <Text span inherit c="dimmed">
                {counts.hiding}
              </Text>
            ),
          })}
        </li>
      ) : null}
    </ul>
  );
}
