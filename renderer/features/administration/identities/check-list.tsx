import { Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Check } from '../../../../server/accounts/sign-in-providers/contract.ts';
import { t } from '../../../words.ts';
import styles from './check-list.module.css';

/** The results of a test, each in a sentence that says what to do about a fault. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={styles.checks as string}>
      {checks.map(({ check, fault, value }) => (
        <li key={`${check} ${value}`}>
          <ThemeIcon size={20} radius="xl" variant="light" color={fault === null ? 'green' : 'red'}>
            {fault === null ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
          </ThemeIcon>
          <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
            {fault === null
              ? t(`identities.works.${check}`, { value: toVisibleText(value ?? '') })
              : t(`identities.fault.${fault}`, { value: toVisibleText(value ?? '') })}
          </Text>
        </li>
      ))}
    </ul>
  );
}
