import { Checkbox, Modal, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataComponents } from '../../../../domain/data-components.ts';
import { longestLabel, longestName, mostDataComponents } from '../../../../domain/limits.ts';
import type { ToolKind } from '../../../../domain/organisations.ts';
import type { Tool } from '../../../../server/organisations/contract.ts';
import { changeTool } from '../../../api/organisations.ts';
import { renderLabelPill } from '../../../ui/badges/label-pill.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, eachAtMost, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { kindOptions } from './tool-words.ts';

type Values = {
  name: string;
  vendor: string;
  kind: ToolKind;
  data_components: string[];
  retired: boolean;
};

/** Changes all fields of a tool. */
export function ToolDialog({
  organisationId,
  tool,
  onClose,
}: {
  organisationId: string;
  tool: Tool;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { form, drop, changes } = useKeptForm<Values>({
    draft: `tool.${tool.id}`,
    initialValues: {
      name: tool.name,
      vendor: tool.vendor ?? '',
      kind: tool.kind,
      data_components: tool.data_components,
      retired: tool.retired,
    },
    validate: {
      name: requireText(t('organisations.give_the_tool_a_name'), longestName),
      vendor: atMost(longestName),
      data_components: eachAtMost(longestLabel),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: () => {
      // Sends only changes, so that concurrent changes by others stay.
      const { vendor, ...others } = changes;
      const change = vendor === undefined ? others : { ...others, vendor: toNullIfEmpty(vendor) };
      return changeTool(queryClient, organisationId, tool.id, change);
    },
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('organisations.edit_tool')} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate()}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <NameInput label={t('shared.name')} withAsterisk required {...form.getInputProps('name')} />
          <TextInput label={t('organisations.vendor')} {...form.getInputProps('vendor')} />
        </SimpleGrid>
        <Select
          label={t('organisations.kind')}
          data={kindOptions()}
          searchable
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        <TagsInput
          label={t('organisations.what_it_sees')}
          description={t('organisations.data_components_as_att_ck_names')}
          data={[...dataComponents]}
          limit={30}
          maxTags={mostDataComponents}
          renderPill={renderLabelPill}
          clearable
          clearButtonProps={{ 'aria-label': t('organisations.remove_all_data_components') }}
          {...form.getInputProps('data_components')}
        />
        <Checkbox
          label={t('organisations.retired_it_is_no_longer_offered')}
          {...form.getInputProps('retired', { type: 'checkbox' })}
        />
      </Form>
    </Modal>
  );
}
