import { Modal, MultiSelect, NumberInput, Select, type SelectProps } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { largestPage, longestTokenDays, longestTokenName } from '../../../../domain/limits.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { NewToken } from '../../../../server/accounts/tokens/contract.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { createToken } from '../../../api/accounts/tokens.ts';
import { useUser } from '../../../api/connection/session.ts';
import { missionList } from '../../../api/missions/missions.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';

const any = '';
const usualDays = 90;

/** Creates a token for oneself, or for one of these service accounts. */
export function TokenDialog({
  services,
  onClose,
  onMade,
}: {
  services: readonly ManagedUser[];
  onClose: () => void;
  onMade: (made: NewToken) => void;
}) {
  const me = useUser();
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm({
    draft: 'token.new',
    initialValues: {
      name: '',
      user_id: any,
      scopes: [] as Permission[],
      mission_id: any,
      expires_in_days: usualDays as number | string,
    },
    validate: {
      name: requireText(t('shared.enter_name'), longestTokenName),
      scopes: (scopes) => (scopes.length === 0 ? t('tokens.choose_scopes') : null),
      expires_in_days: (days) =>
        Number.isInteger(days) && Number(days) >= 1 && Number(days) <= longestTokenDays
          ? null
          : t('tokens.enter_days', { most: longestTokenDays }),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const making = useMutation({
    mutationFn: ({ user_id, mission_id, expires_in_days, ...input }: typeof form.values) =>
      createToken(queryClient, {
        ...input,
        mission_id: mission_id === any ? null : mission_id,
        expires_in_days: Number(expires_in_days),
        ...(user_id === any ? {} : { user_id }),
      }),
    onSuccess: (made) => {
      drop();
      onMade(made);
    },
  });
  const owner = services.find(({ id }) => id === form.values.user_id) ?? me;
  return (
    <Modal opened onClose={close} title={t('tokens.new')} size="lg">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        buttons={<DialogButtons submit={t('tokens.create')} isSaving={making.isPending} onCancel={close} />}
      >
        <NameInput
          label={t('shared.name')}
          description={t('tokens.name_hint')}
          required
          {...form.getInputProps('name')}
        />
        {services.length === 0 ? null : (
          <Select
            label={t('tokens.acts_for')}
            description={t('tokens.acts_for_hint')}
            allowDeselect={false}
            data={[
              { value: any, label: t('tokens.yourself') },
              ...services.map(({ id, display_name }) => ({ value: id, label: toVisibleText(display_name) })),
            ]}
            {...form.getInputProps('user_id')}
            onChange={(user_id) => form.setValues({ user_id: user_id ?? any, scopes: [] })}
          />
        )}
        <MultiSelect
          label={t('tokens.scopes')}
          required
          searchable
          data={owner.permissions.map((value) => ({ value, label: t(`permissions.name.${value}`) }))}
          {...form.getInputProps('scopes')}
        />
        <MissionField {...form.getInputProps('mission_id')} />
        <NumberInput
          label={t('tokens.days')}
          required
          maw={200}
          min={1}
          max={longestTokenDays}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('expires_in_days')}
        />
      </Form>
    </Modal>
  );
}

/** The only mission of a token, or none. */
function MissionField(props: SelectProps) {
  const missions = useQuery(missionList({ sort: 'updated_at', order: 'desc', limit: largestPage }));
  return (
    <Select
      label={t('tokens.mission')}
      description={t('tokens.mission_hint')}
      data={[
        { value: any, label: t('tokens.every_mission') },
        ...(missions.data?.items ?? []).map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
      ]}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('tokens.no_such_mission')}
      {...props}
    />
  );
}
