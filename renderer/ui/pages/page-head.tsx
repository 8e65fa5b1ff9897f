import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import { Name } from '../text/name.tsx';

/** The breadcrumb, title and actions of a page. */
export function PageHead({
  trail = [],
  title,
  beside,
  actions,
}: {
  trail?: readonly { to: string; label: string }[];
  title: string;
  beside?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div>
      <title>{t('shared.slice_damson', { slice: toVisibleText(title).slice(0, 120) })}</title>
      {trail.length > 0 ? (
        <Breadcrumbs component="nav" aria-label={t('shared.breadcrumb')} mb={2} separatorMargin={6}>
          {trail.map(({ to, label }) => (
            <Anchor key={to} component={Link} to={to} size="xs" lh={1.4} maw={320} truncate>
              <Name>{label}</Name>
            </Anchor>
          ))}
        </Breadcrumbs>
      ) : null}
      <Group justify="space-between" gap="sm" align="flex-start">
        <Group gap="sm" style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Title order={1} lineClamp={3}>
            <Name>{title}</Name>
          </Title>
          {beside}
        </Group>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
    </div>
  );
}

/** A dimmed label in front of a value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text size="sm" span>
      <Text span inherit c="dimmed">
        {label}{' '}
      </Text>
      {children}
    </Text>
  );
}
