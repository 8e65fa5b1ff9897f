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

/** The fields that were changed, as the server takes them: an empty text is none. */
function toPatch(changes: Partial<Values>): PlanPatch {
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, field !== 'name' && value === '' ? null : value]),
  );
}

const fieldNames: Record<keyof Values, string> = {
  name: 'the name',
  description: 'the description',
  objective: 'the objective',
  procedure: 'the procedure',
  suggested_command: 'the suggested command',
  cleanup_command: 'the clean-up command',
  expected_detection: 'the expected detection',
  platforms: 'the platforms',
  opsec: 'OPSEC',
  tags: 'the tags',
  catalog_tags: 'the ATT&CK tags',
};

/** Somebody else has changed what is about to be written over. */
class Clash extends Error {}

/** Changes what a test says, in its mission alone. Only the fields that were changed are sent. */
export function PlanDialog({ test, onClose }: { test: MissionTest; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [basis, setBasis] = useState(() => toValues(test));
  const { form, drop, changes } = useKeptForm<Values>({
    draft: `mission-test-plan.${test.id}`,
    initialValues: basis,
    validate: { ...planRules, suggested_command: commandRule },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: async () => {
      const fields = Object.keys(changes) as (keyof Values)[];
      if (fields.length === 0) return;
      // The record of the test may have been written meanwhile, which is no matter here.
      const present = await readTestAnew(queryClient, test.mission_id, test.id);
      const now = toValues(present);
      const clashes = fields.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(basis[field]));
      if (clashes.length > 0) {
        setBasis(now);
        const names = clashes.map((field) => fieldNames[field]).join(', ');
        throw new Clash(`Somebody else changed ${names} meanwhile. Save again to write over it.`);
      }
      await changePlan(queryClient, present, toPatch(changes));
    },
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title="Edit the plan" size={960}>
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate()}
        buttons={
          <DialogButtons
            submit={saving.error instanceof Clash ? 'Save again' : 'Save'}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <Text size="sm" c="dimmed">
          This changes the test in this mission alone. The template that it was copied from stays as it is.
        </Text>
        <PlanFields
          propsOf={(field) => form.getInputProps(field)}
          command={{
            field: 'suggested_command',
            label: 'Suggested command',
            description: 'For the red side, kept to the letter',
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
