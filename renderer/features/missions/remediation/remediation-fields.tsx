import { MultiSelect, NativeSelect, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { mostTestsOfRemediation } from '../../../../domain/limits.ts';
import { holdsOneOf, rosterReaders } from '../../../../domain/permissions.ts';
import { priorities, remediationStatuses } from '../../../../domain/remediations.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { roster } from '../../../api/accounts/roster.ts';
import { useUser } from '../../../api/connection/session.ts';
import { t } from '../../../words.ts';
import type { RemediationValues } from './remediation-form.ts';

type Props = {
  form: UseFormReturnType<RemediationValues>;
  mission: Mission | null;
  /** As it was read; null for a new one. */
  known: Remediation | null;
  readOnly: boolean;
};

/** Every field of a remediation. */
export function RemediationFields({ form, mission, known, readOnly }: Props) {
  const props = (field: keyof RemediationValues) => ({ ...form.getInputProps(field), readOnly });
  // A choice has no state for reading alone.
  const choiceProps = (field: 'priority' | 'status') => ({
    ...form.getInputProps(field),
    disabled: readOnly,
  });
  return (
    <>
      <TextInput
        label="Title"
        withAsterisk={!readOnly}
        required
        {...(readOnly ? {} : { 'data-autofocus': true })}
        {...props('title')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NativeSelect
          label="Priority"
          data={priorities.toReversed().map((value) => ({ value, label: t(`names.priority.${value}`) }))}
          {...choiceProps('priority')}
        />
        <NativeSelect
          label="Status"
          data={remediationStatuses.map((value) => ({
            value,
            label: t(`names.remediation_status.${value}`),
          }))}
          {...choiceProps('status')}
        />
        <TextInput type="date" label="Due on" {...props('due_on')} />
      </SimpleGrid>
      <OwnerFields form={form} mission={mission} known={known} readOnly={readOnly} />
      <TestsField form={form} mission={mission} readOnly={readOnly} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Prose label="Shortcoming" hint="What was missing or did not work" {...props('shortcoming')} />
        <Prose label="Root cause" hint="Why it was so" {...props('root_cause')} />
        <Prose label="Measure" hint="What is done about it" {...props('measure')} />
        <Prose label="Risk if not done" hint="What may happen otherwise" {...props('risk_if_not_done')} />
      </SimpleGrid>
    </>
  );
}

function Prose({ hint, ...props }: { label: string; hint: string; readOnly: boolean }) {
  return <Textarea description={hint} autosize minRows={2} maxRows={10} {...props} />;
}

/** Who may be chosen: the members, and everybody for those who may read the roster. */
function usePeople(mission: Mission | null, known: Remediation | null) {
  const { permissions } = useUser();
  const enabled = holdsOneOf(permissions, rosterReaders);
  const people = useQuery({ ...roster, enabled });
  const names = new Map((mission?.members ?? []).map(({ user }) => [user.id, user.display_name]));
  for (const { id, display_name, email } of people.data ?? []) names.set(id, `${display_name} (${email})`);
  // Who left may still own it.
  const present = known?.owner;
  if (present && !names.has(present.id)) names.set(present.id, present.display_name);
  return { names, isOnItsWay: people.isLoading, error: people.error };
}

/** A user or a name: choosing the one empties the other. */
function OwnerFields({ form, mission, known, readOnly }: Props) {
  const { names, isOnItsWay, error } = usePeople(mission, known);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Owner"
        placeholder={isOnItsWay ? 'Loading people…' : 'Nobody yet'}
        data={[...names].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
        searchable
        clearable={!readOnly}
        clearButtonProps={{ 'aria-label': 'No owner' }}
        nothingFoundMessage={error === null ? 'Nobody is called so' : error.message}
        readOnly={readOnly}
        {...form.getInputProps('owner_id')}
        onChange={(id) => {
          form.setFieldValue('owner_id', id);
          if (id !== null) form.setFieldValue('owner_text', '');
        }}
      />
      <TextInput
        label="Or somebody without an account"
        readOnly={readOnly}
        {...form.getInputProps('owner_text')}
        onChange={(event) => {
          form.setFieldValue('owner_text', event.currentTarget.value);
          if (event.currentTarget.value !== '') form.setFieldValue('owner_id', null);
        }}
      />
    </SimpleGrid>
  );
}

/** So many are offered at once; typing finds the others. */
const offered = 50;

function TestsField({ form, mission, readOnly }: Omit<Props, 'known'>) {
  const tests = mission?.scenarios.flatMap((scenario) => scenario.tests) ?? [];
  const chosen = form.values.test_ids;
  return (
    <MultiSelect
      label="Tests that showed it"
      placeholder={chosen.length > 0 || readOnly ? '' : 'Search the tests of the mission'}
      data={tests.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
      limit={offered}
      maxValues={mostTestsOfRemediation}
      searchable
      nothingFoundMessage="No test is called so"
      readOnly={readOnly}
      {...form.getInputProps('test_ids')}
    />
  );
}
