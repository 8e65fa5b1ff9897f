import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mission } from '../../../server/missions/contract.ts';
import { appendScenarios } from '../../api/missions.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { type Picked, ScenarioPicker } from './scenario-picker.tsx';

type Props = { mission: Mission; onClose: () => void; onSaved: (mission: Mission) => void };

export function AppendDialog({ mission, onClose, onSaved }: Props) {
  const [picked, setPicked] = useState<Picked[]>([]);
  const [missing, setMissing] = useState<string | null>(null);
  const appending = useMutation({
    mutationFn: () =>
      appendScenarios(
        mission.id,
        picked.map(({ id }) => id),
      ),
    onSuccess: (changed) => {
      onSaved(changed);
      onClose();
    },
  });
  const errors = appending.error ? fieldErrors(appending.error, ['scenario_template_ids']) : null;
  return (
    <Modal opened onClose={onClose} title="Append scenarios" size="xl">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Copies of the tests are added behind those of this mission; later changes to the templates do not
          reach them.
        </Text>
        <ScenarioPicker
          value={picked}
          onChange={(next) => {
            setPicked(next);
            setMissing(null);
          }}
          error={missing ?? errors?.scenario_template_ids ?? null}
        />
        {appending.isError && errors === null ? (
          <Alert color="red" role="alert">
            {appending.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={appending.isPending}
            onClick={() =>
              picked.length === 0 ? setMissing('Pick at least one scenario') : appending.mutate()
            }
          >
            Append
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
