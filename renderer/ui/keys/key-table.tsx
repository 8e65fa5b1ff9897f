import { Kbd, Table } from '@mantine/core';
import type { Keys } from './shortcuts.ts';

/** Keys and their actions, one per line. `width` is the width of the keys, in pixels. */
export function KeyTable({ keys, width }: { keys: Keys; width: number }) {
  return (
    <Table verticalSpacing={5} withRowBorders={false} layout="fixed">
      <Table.Tbody>
        {keys.map(([key, action]) => (
          <Table.Tr key={key}>
            <Table.Td w={width}>
              <Kbd>{key}</Kbd>
            </Table.Td>
            <Table.Td>{action}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
