import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ShownProvider } from '../../../../server/accounts/sign-in-providers/contract.ts';
import { testProvider } from '../../../api/accounts/identities.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from '../administration.module.css';
import { CheckList } from './check-list.tsx';

/** One provider: its settings without secrets, its table, and its test. */
export function ProviderPanel({ provider }: { provider: ShownProvider }) {
  const testing = useMutation({ mutationFn: () => testProvider(provider.id) });
  const title = `provider-${provider.id}`;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id={title}>
            <Name>{provider.name}</Name>
          </Title>
          <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
            {t('identities.test')}
          </Button>
        </Group>
        <div role="status">
          {testing.data === undefined ? null : <CheckList checks={testing.data.checks} />}
        </div>
        {testing.error === null ? null : (
          <ProblemNote error={testing.error} what={t('identities.result')} onRetry={() => testing.mutate()} />
        )}
        <dl className={styles.facts as string}>
          <dt>{t('identities.kind')}</dt>
          <dd>{provider.kind === 'oidc' ? t('identities.kind_oidc') : t('identities.kind_ldap')}</dd>
          <dt>{provider.kind === 'oidc' ? t('identities.issuer') : t('identities.addresses')}</dt>
          <dd>
            <Name>{provider.addresses.join(' · ')}</Name>
          </dd>
          {provider.redirect_address === null ? null : (
            <>
              <dt>{t('identities.redirect_address')}</dt>
              <dd>
                <Name>{provider.redirect_address}</Name>
              </dd>
            </>
          )}
          <dt>{t('identities.first_sign_in')}</dt>
          <dd>{provider.creates_accounts ? t('identities.makes_an_account') : t('identities.makes_none')}</dd>
          <dt>{t('identities.second_factor')}</dt>
          <dd>
            {provider.asks_second_factor
              ? t('identities.factor_of_damson')
              : t('identities.factor_of_provider')}
          </dd>
          <dt>{t('identities.without_an_answer')}</dt>
          <dd>{t('identities.sessions_last', { minutes: provider.session_minutes })}</dd>
          <dt>{t('identities.people')}</dt>
          <dd>{t('identities.people_linked', { count: provider.people })}</dd>
        </dl>
        <GroupTable provider={provider} />
      </Stack>
    </Paper>
  );
}

function GroupTable({ provider: { table } }: { provider: ShownProvider }) {
  return (
    <div className={styles.scroll as string}>
      <Table verticalSpacing={5} miw={420} aria-label={t('identities.table')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('identities.group_there')}</Table.Th>
            <Table.Th>{t('identities.role_here')}</Table.Th>
            <Table.Th>{t('identities.groups_here')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.map(({ group, role, groups }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may repeat and never move
            <Table.Tr key={index}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Name>{group}</Name>
              </Table.Td>
              <Table.Td>
                {role === null ? (
                  <Text span inherit c="dimmed">
                    –
                  </Text>
                ) : (
                  t(`names.role.${role}`)
                )}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Name>{groups.join(', ')}</Name>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
