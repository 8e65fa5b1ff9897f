import { Code, Group } from '@mantine/core';
import { CopyIconButton } from '../../../ui/copy/copy-icon-button.tsx';
import styles from './report.module.css';

/** A full SHA-256, for comparing and copying. */
export function Digest({ label, sha256 }: { label: string; sha256: string }) {
  return (
    <Group gap={4} wrap="nowrap" align="center">
      <Code className={styles.hash as string}>{sha256}</Code>
      <CopyIconButton value={sha256} label={label} />
    </Group>
  );
}
