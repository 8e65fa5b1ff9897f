import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../words.ts';
import styles from './findings.module.css';

/** The link back to the list, shown when the list is not visible. */
export function BackToList({ to }: { to: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={styles.back as string} preventScrollReset>
      {t('findings.back')}
    </Anchor>
  );
}
