import { Modal, MultiSelect, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mostTestsOfRemediation } from '../../../../domain/limits.ts';
import type { TlptList } from '../../../../domain/tlpt.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { changeList } from '../../../api/missions/tlpt.ts';
import { DayField } from '../../../ui/forms/day-field.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import {
  type ItemField,
  type ItemValues,
  itemRules,
  listFields,
  type TlptItem,
  toItem,
  toItemValues,
} from './item-fields.ts';

/** Maximum number of tests offered at once; typing narrows them. */
const offered = 50;

type Props = {
  mission: Mission;
  tlpt: Tlpt;
  list: TlptList;
  /** Null for a new item. */
  item: TlptItem['item'] | null;
  onClose: () => void;
};

/** Adds an item to a TLPT list, or changes one. */
export function ItemDialog({ mission, tlpt, list, item, onClose }: Props) {
  const queryClient = useQueryClient();
  const others = tlpt[list].filter(({ id }) => id !== item?.id);
  const { form, drop } = useKeptForm<ItemValues>({
    draft: item === null ? `new-tlpt.${list}.${mission.id}` : `tlpt.${item.id}`,
    initialValues: toItemValues(list, item, tlpt.flags),
    validate: itemRules(list, others),
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: ItemValues) =>
      changeList(queryClient, mission.id, list, (items) => {
        const fields = toItem(list, values);
        if (item === null) return [...items, fields];
        if (!items.some(({ id }) => id === item.id)) throw new Error(t('tlpt.gone'));
        return items.map((one) => (one.id === item.id ? { ...one, ...fields } : one));
      }),
    onSuccess: close,
  });
  const propsOf = (field: ItemField) => ({
    label: t(`tlpt.item.${field}`),
    ...form.getInputProps(field),
  });
  const short = listFields(list).filter(
    ([, kind]) => kind !== 'title' && kind !== 'text' && kind !== 'tests',
  );
  return (
    <Modal
      opened
      onClose={close}
      title={item === null ? t(`tlpt.new.${list}`) : t(`tlpt.edit.${list}`)}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        {listFields(list).map(([field, kind]) =>
          kind === 'title' ? (
            <TextInput key={field} required withAsterisk data-autofocus {...propsOf(field)} />
          ) : null,
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {short.map(([field, kind]) =>
            kind === 'day' ? (
              <DayField key={field} {...propsOf(field)} />
            ) : kind === 'captured' ? (
              <NativeSelect
                key={field}
                data={(['open', 'yes', 'no'] as const).map((value) => ({
                  value,
                  label: t(`tlpt_fields.captured.${value}`),
                }))}
                {...propsOf(field)}
              />
            ) : (
              <TextInput key={field} inputMode={kind === 'number' ? 'numeric' : 'text'} {...propsOf(field)} />
            ),
          )}
        </SimpleGrid>
        {listFields(list).map(([field, kind]) =>
          kind === 'text' ? (
            <MarkdownArea key={field} minRows={2} maxRows={10} {...propsOf(field)} />
          ) : kind === 'tests' ? (
            <MultiSelect
              key={field}
              data={mission.scenarios.flatMap(({ tests }) =>
                tests.map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
              )}
              limit={offered}
              maxValues={mostTestsOfRemediation}
              searchable
              {...propsOf(field)}
            />
          ) : null,
        )}
      </Form>
    </Modal>
  );
}
