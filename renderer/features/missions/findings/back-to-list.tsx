import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../words.ts';
import styles from './findings.module.css';

/** The way back to the list, where it is not beside the page. */
export function BackToList({ to }: { to: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={styles.back as string} preventScrollReset>
      {t('findings.back')}
    </Anchor>
  );
}
