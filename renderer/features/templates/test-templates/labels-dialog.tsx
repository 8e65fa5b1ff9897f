import { Modal, TagsInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { longestLabel, mostTags } from '../../../../domain/limits.ts';
import type { NamedTag } from '../../../../server/catalogue/contract.ts';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import { type Labels, labelTestTemplate, toTags } from '../../../api/catalogue/templates.ts';
import { isSignedOut } from '../../../api/connection/problem.ts';
import { renderLabelPill } from '../../../ui/badges/label-pill.tsx';
import { CatalogTagPicker } from '../../../ui/catalogue/catalog-tag-picker.tsx';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { sayRefused } from '../../../ui/notes/say-refused.ts';
import { eachOf } from '../../../ui/selection/each-of.ts';
import { t } from '../../../words.ts';

type Values = { add: string[]; remove: string[]; techniques: NamedTag[] };

/** Tags to add to or remove from all selected templates, and ATT&CK tags to add. */
export function LabelsDialog({
  templates: selected,
  onDone,
  onClose,
}: {
  templates: readonly TestTemplate[];
  onDone: () => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  // They may disappear from the list during the write.
  const [templates] = useState(selected);
  const { form, drop } = useKeptForm<Values>({
    draft: 'test-template-labels',
    initialValues: { add: [], remove: [], techniques: [] },
    validate: {
      add: (add, { remove, techniques }) =>
        add.length + remove.length + techniques.length === 0
          ? t('templates.say_what_is_added_or_taken')
          : null,
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const present = [...new Set(templates.flatMap(({ tags }) => tags))].sort();
  const saving = useMutation({
    mutationFn: async ({ add, remove, techniques }: Values) => {
      const change = {
        add: { tags: add, catalog_tags: toTags(techniques) },
        remove: { tags: remove, catalog_tags: [] },
      };
      const written: { id: string; name: string; added: Labels; removed: Labels }[] = [];
      const failures: Error[] = [];
      const refused = await eachOf(templates, async ({ id, name }) => {
        const done = await labelTestTemplate(queryClient, id, change).catch((error: Error) => {
          failures.push(error);
          throw error;
        });
        if (hasAny(done.added) || hasAny(done.removed)) written.push({ id, name, ...done });
      });
      // Typed tags stay for another attempt: existing tags are not added twice.
      const [failure] = failures;
      if (failure !== undefined && (failures.length === templates.length || failures.some(isSignedOut))) {
        throw failure;
      }
      if (written.length > 0) {
        offerUndo({
          what: t('templates.tags_changed', { count: written.length }),
          undo: () =>
            eachOf(written, ({ id, added, removed }) =>
              labelTestTemplate(queryClient, id, { add: removed, remove: added }),
            ),
        });
      }
      sayRefused(refused, templates.length, 'test_template');
    },
    onSuccess: () => {
      close();
      onDone();
    },
  });
  const tagField = { maxTags: mostTags, maxLength: longestLabel, renderPill: renderLabelPill } as const;
  return (
    <Modal opened onClose={close} title={t('templates.tags_of', { count: templates.length })}>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <TagsInput
          {...tagField}
          label={t('templates.add_tags')}
          data-autofocus
          acceptValueOnBlur
          // Keeps the next field visible.
          openOnFocus={false}
          data={present.filter((tag) => !form.values.remove.includes(tag))}
          {...form.getInputProps('add')}
        />
        {present.length > 0 ? (
          <TagsInput
            {...tagField}
            label={t('templates.remove_tags')}
            data={present.filter((tag) => !form.values.add.includes(tag))}
            {...form.getInputProps('remove')}
            onChange={(tags) =>
              form.setFieldValue(
                'remove',
                tags.filter((tag) => present.includes(tag)),
              )
            }
          />
        ) : null}
        <CatalogTagPicker
          label={t('templates.add_tactics_and_techniques')}
          value={form.values.techniques}
          onChange={(techniques) => form.setFieldValue('techniques', techniques)}
          error={form.errors.techniques}
        />
      </Form>
    </Modal>
  );
}

const hasAny = ({ tags, catalog_tags }: Labels) => tags.length + catalog_tags.length > 0;
