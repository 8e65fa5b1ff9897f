import { Table, Text } from '@mantine/core';
import type { Callback } from '../../api/engagements/c2.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import styles from '../simulations/tasks/task-table.module.css';
import { LeftOut, Unreadable } from '../simulations/tasks/unreadable.tsx';

export function CallbackTable({ callbacks, leftOut }: { callbacks: readonly Callback[]; leftOut: number }) {
  if (callbacks.length === 0) return <Nothing>{t('c2.the_framework_lists_no_callbacks')}</Nothing>;
  return (
    <>
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('shared.callback')}</Table.Th>
              <Table.Th>{t('c2.host')}</Table.Th>
              <Table.Th>{t('c2.user')}</Table.Th>
              <Table.Th>{t('c2.system')}</Table.Th>
              <Table.Th>{t('c2.process')}</Table.Th>
              <Table.Th>{t('shared.state')}</Table.Th>
              <Table.Th>{t('c2.last_seen')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {callbacks.map((callback) => (
              <Table.Tr key={callback.external_id}>
                <Table.Td>
                  <Name>{callback.name}</Name>
                  <Unreadable fields={callback.unreadable} />
                </Table.Td>
                <Table.Td>
                  <Name>{callback.host ?? '–'}</Name>
                  <Text size="xs" c="dimmed">
                    <Name>{callback.addresses.join(', ')}</Name>
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Name>{callback.user ?? '–'}</Name>
                </Table.Td>
                <Table.Td>
                  <Name>{[callback.os, callback.architecture].filter(Boolean).join(', ') || '–'}</Name>
                </Table.Td>
                <Table.Td>
                  <Name>{callback.process ?? '–'}</Name>
                  {callback.pid === null ? null : ` (${callback.pid})`}
                </Table.Td>
                <Table.Td>
                  {callback.active === null ? '–' : callback.active ? t('c2.active') : t('c2.inactive')}
                </Table.Td>
                <Table.Td className={styles.steady}>
                  {callback.last_seen_at === null ? '–' : <Moment at={callback.last_seen_at} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LeftOut count={leftOut} />
    </>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
