import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Moment } from '../time.tsx';
import type { FieldState, Value } from './field-writer.ts';

/** Somebody else wrote into the field one was writing in: both versions, and what shall stand there. */
export function ConflictDialog({
  label,
  by,
  at,
  state,
  isText,
  show,
  onEnd,
  onClose,
}: {
  label: string;
  by: ReactNode;
  at: string;
  state: FieldState;
  /** Texts can be kept both. */
  isText: boolean;
  show: (value: string, label: string) => ReactNode;
  onEnd: (value: Value) => void;
  onClose: () => void;
}) {
  const mine = state.draft?.value ?? null;
  const { theirs } = state;
  const end = (value: Value) => {
    onClose();
    onEnd(value);
  };
  return (
    <Modal opened onClose={onClose} title={`${label}: two versions`} size="min(1000px, 92vw)">
      <Stack gap="md">
        <Text size="sm">
          While you were writing, {by} changed this (<Moment at={at} />
          ). Nothing is lost: choose what shall stand here.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <div>
            <Title order={3} mb={6}>
              On the server
            </Title>
            {theirs ? show(theirs, 'On the server') : <Empty />}
          </div>
          <div>
            <Title order={3} mb={6}>
              Yours, not saved
            </Title>
            {mine ? show(mine, 'Yours') : <Empty />}
          </div>
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => end(theirs)}>
            Take the server’s
          </Button>
          {isText && theirs && mine ? (
            <Button variant="default" onClick={() => end(`${theirs}\n${mine}`)}>
              Keep both, one after the other
            </Button>
          ) : null}
          <Button onClick={() => end(mine)}>Keep mine</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Empty() {
  return (
    <Text size="sm" c="dimmed">
      Empty
    </Text>
  );
}
