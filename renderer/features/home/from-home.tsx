import { Anchor, type AnchorProps, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../words.ts';

/** Opens the page at its top, even if it was left further down. */
export function FromHome({ to, children, ...rest }: AnchorProps & { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} state={{ fromTop: true }} size="sm" {...rest}>
      {children}
    </Anchor>
  );
}

export function All({ to, what }: { to: string; what: string }) {
  return (
    <FromHome to={to} size="xs" ml="auto" aria-label={t('home.all_what', { what })}>
      {t('home.all')}
    </FromHome>
  );
}

export function Lines() {
  return (
    <Stack gap={8} aria-busy="true">
      <Skeleton height={22} />
      <Skeleton height={22} />
      <Skeleton height={22} />
    </Stack>
  );
}
