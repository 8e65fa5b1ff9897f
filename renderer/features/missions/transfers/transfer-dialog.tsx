import { Modal, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takesRecords } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { missionList, mission as missionQuery } from '../../../api/missions/missions.ts';
import { type Transfer, type Transferred, transfer } from '../../../api/missions/transfers.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { t } from '../../../words.ts';

type Values = { mission_id: string | null; scenario_id: string | null };

/** Moves a scenario or a test to another mission, or copies it. `onMoved` is called before it is gone from here. */
export function TransferDialog({
  mission,
  what,
  how,
  onMoved,
  onClose,
}: {
  mission: Pick<Mission, 'id'>;
  what: Transferred;
  how: Transfer;
  onMoved?: (missionId: string) => unknown;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed, 200);
  const [name, setName] = useState('');
  const found = useQuery(missionList({ q: searched === name ? '' : searched, limit: 50 }));
  const isTest = what.kind === 'test';
  const form = useForm<Values>({
    initialValues: { mission_id: null, scenario_id: null },
    validate: {
      mission_id: (id) => (id === null ? t('transfers.mission_missing') : null),
      scenario_id: (id) => (isTest && id === null ? t('transfers.scenario_missing') : null),
    },
  });
  const { mission_id } = form.values;
  const target = useQuery({ ...missionQuery(mission_id ?? ''), enabled: isTest && mission_id !== null });
  const going = useMutation({
    mutationFn: async ({ mission_id, scenario_id }: Values) => {
      const to = { mission_id: mission_id ?? '', ...(scenario_id !== null && { scenario_id }) };
      await transfer(queryClient, mission.id, what, how, to);
    },
    onSuccess: async () => {
      const told = { name: toVisibleText(what.name), mission: name };
      notifications.show({ message: t(`transfers.done.${how}`, told) });
      onClose();
      if (how === 'move') await onMoved?.(mission_id ?? '');
    },
  });
  const missions = (found.data?.items ?? []).filter(
    ({ id, status }) => takesRecords(status) && (how === 'copy' || id !== mission.id),
  );
  const scenarios = target.data?.scenarios ?? [];
  return (
    <Modal opened onClose={onClose} title={t(`transfers.title.${how}`, { name: toVisibleText(what.name) })}>
      <Form
        form={form}
        saving={going}
        onSubmit={(values) => going.mutate(values)}
        shown={isTest ? ['mission_id', 'scenario_id'] : ['mission_id']}
        buttons={
          <DialogButtons
            submit={t(`transfers.submit.${how}`)}
            isSaving={going.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t(`transfers.about.${how}`)}</Text>
        <Select
          label={t('transfers.mission')}
          placeholder={t('transfers.mission_hint')}
          nothingFoundMessage={t('transfers.no_mission')}
          searchable
          openOnFocus={false}
          searchValue={typed}
          onSearchChange={setTyped}
          // The server searches.
          filter={({ options }) => options}
          data={missions.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
          value={mission_id}
          error={form.errors.mission_id}
          onChange={(id, option) => {
            form.setValues({ mission_id: id, scenario_id: null });
            setName(option?.label ?? '');
          }}
        />
        {isTest ? (
          <Select
            label={t('transfers.scenario')}
            nothingFoundMessage={t('transfers.no_scenario')}
            searchable
            openOnFocus={false}
            disabled={mission_id === null}
            data={scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
            {...form.getInputProps('scenario_id')}
          />
        ) : null}
      </Form>
    </Modal>
  );
}
