import type { Icon } from '@tabler/icons-react';
import { nameLevel } from '../../api/catalogue/name-level.ts';
import styles from './status-badge.module.css';

export type Tone = 'plain' | 'quiet' | 'strong' | 'danger';

/** A state as a word with an icon: the colour alone says nothing. */
export function StatusBadge({ label, icon: Picture, tone }: { label: string; icon: Icon; tone: Tone }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Picture size={13} stroke={1.8} aria-hidden />
      {label}
    </span>
  );
}

/** A detection level, or a note that there is none yet. */
export function LevelBadge({ level }: { level: { key: string; name: string; color: string } | null }) {
  if (level === null) return <span className={styles.none}>–</span>;
  return (
    <span className={styles.badge}>
      <span className={styles.dot} style={{ backgroundColor: level.color }} />
      {nameLevel(level)}
    </span>
  );
}
