import { Kbd, Stack, Table, Title } from '@mantine/core';
import { shortcuts } from './shortcuts.ts';

/** All keys, by where they work. */
export function ShortcutList() {
  return (
    <Stack gap="md">
      {shortcuts.map(({ where, keys }) => (
        <section key={where} aria-label={where}>
          <Title order={3} mb={4}>
            {where}
          </Title>
          <Table verticalSpacing={4} withRowBorders={false} layout="fixed">
            <Table.Tbody>
              {keys.map(([key, action]) => (
                <Table.Tr key={key}>
                  <Table.Td w={170}>
                    <Kbd>{key}</Kbd>
                  </Table.Td>
                  <Table.Td>{action}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Stack>
  );
}
