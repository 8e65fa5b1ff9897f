import { Table, Text } from '@mantine/core';
import type { Callback } from '../../api/engagements/c2.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import styles from '../simulations/tasks/task-table.module.css';
import { LeftOut, Unreadable } from '../simulations/tasks/unreadable.tsx';

export function CallbackTable({ callbacks, leftOut }: { callbacks: readonly Callback[]; leftOut: number }) {
  if (callbacks.length === 0) return <Nothing>The framework lists no callbacks.</Nothing>;
  return (
    <>
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Callback</Table.Th>
              <Table.Th>Host</Table.Th>
              <Table.Th>User</Table.Th>
              <Table.Th>System</Table.Th>
              <Table.Th>Process</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Last seen</Table.Th>
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
                  {callback.active === null ? '–' : callback.active ? 'Active' : 'Inactive'}
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
