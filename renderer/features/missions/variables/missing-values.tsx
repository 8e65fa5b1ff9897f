import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { rich } from '../../../rich.ts';
import styles from './variables.module.css';

/** The variables without a value in a command. */
export function MissingValues({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Text size="xs" className={styles.note ?? ''}>
      {rich('mission_editor.iconalerttriangle_no_value_yet_join', {
        iconalerttriangle: <IconAlertTriangle size={13} aria-hidden />,
        join: <span className={styles.names}>{names.map((name) => `#{${name}}`).join(', ')}</span>,
      })}
    </Text>
  );
}
