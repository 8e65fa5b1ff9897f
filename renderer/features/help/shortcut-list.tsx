import { Stack, Title } from '@mantine/core';
import { KeyTable } from '../../ui/keys/key-table.tsx';
import { shortcuts } from '../../ui/keys/shortcuts.ts';

/** All keys, by the pages on which they work. */
export function ShortcutList() {
  return (
    <Stack gap="md">
      {shortcuts().map(({ where, keys }) => (
        <section key={where} aria-label={where}>
          <Title order={3} mb={4}>
            {where}
          </Title>
          <KeyTable keys={keys} width={170} />
        </section>
      ))}
    </Stack>
  );
}
