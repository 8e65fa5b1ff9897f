import { Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpsecLevel } from '../../../../domain/templates.ts';
import type { NamedTag } from '../../../../server/catalogue/contract.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import type { PlanPatch } from '../../../../server/missions/plans/contract.ts';
import { readTestAnew } from '../../../api/missions/mission-tests.ts';
import { changePlan } from '../../../api/missions/outlines.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { commandRule, PlanFields, planRules } from '../../../ui/plans/plan-fields.tsx';
import { t } from '../../../words.ts';

type Values = {
  name: string;
  description: string;
  objective: string;
  procedure: string;
  suggested_command: string;
  cleanup_command: string;
  expected_detection: string;
  platforms: string[];
  opsec: OpsecLevel | null;
  tags: string[];
  catalog_tags: NamedTag[];
};

function toValues(test: MissionTest): Values {
  return {
    name: test.name,
    description: test.description ?? '',
    objective: test.objective ?? '',
    procedure: test.procedure ?? '',
    suggested_command: test.suggested_command ?? '',
    cleanup_command: test.cleanup_command ?? '',
    expected_detection: test.expected_detection ?? '',
    platforms: test.platforms,
    opsec: test.opsec,
    tags: test.tags,
    catalog_tags: test.catalog_tags,
  };
}

/** The changed fields for the server: an empty text becomes null. */
function toPatch(changes: Partial<Values>): PlanPatch {
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, field !== 'name' && value === '' ? null : value]),
  );
}

/** Someone else has changed the text that is about to be overwritten. */
class Clash extends Error {}

/** Changes a test's plan in this mission only. Only changed fields are sent. */
export function PlanDialog({ test, onClose }: { test: MissionTest; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [basis, setBasis] = useState(() => toValues(test));
  const { form, drop, changes } = useKeptForm<Values>({
    draft: `mission-test-plan.${test.id}`,
    initialValues: basis,
    validate: { ...planRules(), suggested_command: commandRule },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: async () => {
      const fields = Object.keys(changes) as (keyof Values)[];
      if (fields.length === 0) return;
      // Compares only the plan, so concurrent writes to the test's record don't matter.
      const present = await readTestAnew(queryClient, test.mission_id, test.id);
      const now = toValues(present);
      const clashes = fields.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(basis[field]));
      if (clashes.length > 0) {
        setBasis(now);
        const names = clashes.map((field) => t(`mission_editor.field.${field}`)).join(', ');
        throw new Clash(t('mission_editor.somebody_else_changed_names_meanwhile_save', { names }));
      }
      await changePlan(queryClient, present, toPatch(changes));
    },
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('mission_editor.edit_the_plan')} size={960}>
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate()}
        buttons={
          <DialogButtons
            submit={saving.error instanceof Clash ? t('mission_editor.save_again') : t('shared.save')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <Text size="sm" c="dimmed">
          {t('mission_editor.this_changes_the_test_in_this')}
        </Text>
        <PlanFields
          propsOf={(field) => form.getInputProps(field)}
          command={{
            field: 'suggested_command',
            label: t('mission_editor.suggested_command'),
            description: t('mission_editor.for_the_red_side_kept_to'),
          }}
          catalogTags={{
            value: form.values.catalog_tags,
            onChange: (tags) => form.setFieldValue('catalog_tags', tags),
            error: form.errors.catalog_tags,
          }}
        />
      </Form>
    </Modal>
  );
}
