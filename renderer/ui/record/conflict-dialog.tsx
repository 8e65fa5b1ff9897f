import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { HostileText } from '../hostile-text.tsx';
import { LevelBadge } from '../status-badge.tsx';
import { Moment } from '../time.tsx';
import type { FieldState, FieldWriter, Snapshot, Value } from './field-writer.ts';
import { toIds } from './listed-ids.ts';
import type { Conflict } from './use-conflict.ts';

/** How a field is shown. Texts alone can be kept both. */
export type FieldKind = 'text' | 'moment' | 'level' | 'ids';

type Props<Field extends string> = {
  conflict: Conflict<Field>;
  names: Readonly<Record<Field, string>>;
  kinds: Readonly<Record<Field, FieldKind>>;
  writer: FieldWriter<Field>;
  snapshot: Snapshot<Field>;
  levels: readonly DetectionLevel[];
  by: ReactNode;
  at: string;
};

/** The comparison of a field in conflict, while there is one to be made. */
export function ConflictDialog<Field extends string>(props: Props<Field>) {
  const { field, compare } = props.conflict;
  const state = field === null ? undefined : props.snapshot[field];
  if (field === null || state === undefined) return null;
  return <Comparison {...props} field={field} state={state} onClose={() => compare(null)} />;
}

/** Somebody else wrote into the same field: shows both versions and asks which one to keep. */
function Comparison<Field extends string>({
  names,
  kinds,
  writer,
  levels,
  by,
  at,
  field,
  state,
  onClose,
}: Props<Field> & { field: Field; state: FieldState; onClose: () => void }) {
  const mine = state.draft?.value ?? null;
  const { theirs } = state;
  const resolve = (value: Value) => {
    onClose();
    void writer.resolve(field, value);
  };
  return (
    <Modal opened onClose={onClose} title={`${names[field]}: two versions`} size="min(1000px, 92vw)">
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
            <Shown kind={kinds[field]} value={theirs} label="On the server" levels={levels} />
          </div>
          <div>
            <Title order={3} mb={6}>
              Yours, not saved
            </Title>
            <Shown kind={kinds[field]} value={mine} label="Yours" levels={levels} />
          </div>
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => resolve(theirs)}>
            Take the server’s
          </Button>
          {kinds[field] === 'text' && theirs && mine ? (
            <Button variant="default" onClick={() => resolve(`${theirs}\n${mine}`)}>
              Keep both, one after the other
            </Button>
          ) : null}
          <Button onClick={() => resolve(mine)}>Keep mine</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Shown({
  kind,
  value,
  label,
  levels,
}: {
  kind: FieldKind;
  value: Value;
  label: string;
  levels: readonly DetectionLevel[];
}) {
  if (!value) {
    return (
      <Text size="sm" c="dimmed">
        Empty
      </Text>
    );
  }
  if (kind === 'moment') return <Moment at={value} />;
  if (kind === 'level') return <LevelBadge level={levels.find(({ id }) => id === value) ?? null} />;
  if (kind === 'text') return <HostileText text={value} label={label} />;
  return (
    <Group gap={6}>
      {toIds(value).map((id) => (
        <Text key={id} span size="sm" ff="monospace">
          {id}
        </Text>
      ))}
    </Group>
  );
}
