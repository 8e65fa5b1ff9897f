import { MultiSelect, NativeSelect, Select, SimpleGrid, TextInput } from '@mantine/core';
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
import { DayField } from '../../../ui/forms/day-field.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { t } from '../../../words.ts';
import { RuleInput } from '../../facts/rule-input.tsx';
import type { RemediationValues } from './remediation-form.ts';

type Props = {
  form: UseFormReturnType<RemediationValues>;
  mission: Mission | null;
  /** The remediation as loaded; null for a new one. */
  known: Remediation | null;
  readOnly: boolean;
};

/** All fields of a remediation. */
export function RemediationFields({ form, mission, known, readOnly }: Props) {
  const props = (field: keyof RemediationValues) => ({ ...form.getInputProps(field), readOnly });
  // A select has no read-only state.
  const choiceProps = (field: 'priority' | 'status') => ({
    ...form.getInputProps(field),
    disabled: readOnly,
  });
  return (
    <>
      <TextInput
        label={t('remediation.field.title')}
        withAsterisk={!readOnly}
        required
        {...(readOnly ? {} : { 'data-autofocus': true })}
        {...props('title')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NativeSelect
          label={t('remediation.field.priority')}
          data={priorities.toReversed().map((value) => ({ value, label: t(`names.priority.${value}`) }))}
          {...choiceProps('priority')}
        />
        <NativeSelect
          label={t('shared.status')}
          data={remediationStatuses.map((value) => ({
            value,
            label: t(`names.remediation_status.${value}`),
          }))}
          {...choiceProps('status')}
        />
        <DayField label={t('remediation.field.due_on')} {...props('due_on')} />
      </SimpleGrid>
      <OwnerFields form={form} mission={mission} known={known} readOnly={readOnly} />
      <TestsField form={form} mission={mission} readOnly={readOnly} />
      <RuleInput
        label={t('remediation.field.rule')}
        description={t('remediation.hint.rule')}
        readOnly={readOnly}
        {...form.getInputProps('rule')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Prose
          label={t('remediation.field.shortcoming')}
          hint={t('remediation.hint.shortcoming')}
          {...props('shortcoming')}
        />
        <Prose
          label={t('remediation.field.root_cause')}
          hint={t('remediation.hint.root_cause')}
          {...props('root_cause')}
        />
        <Prose
          label={t('remediation.field.measure')}
          hint={t('remediation.hint.measure')}
          {...props('measure')}
        />
        <Prose
          label={t('remediation.field.risk_if_not_done')}
          hint={t('remediation.hint.risk_if_not_done')}
          {...props('risk_if_not_done')}
        />
      </SimpleGrid>
    </>
  );
}

function Prose({ hint, ...props }: { label: string; hint: string; readOnly: boolean }) {
  return <MarkdownArea description={hint} minRows={2} maxRows={10} {...props} />;
}

/** Possible owners: the members, or everyone for people who may read the roster. */
function usePeople(mission: Mission | null, known: Remediation | null) {
  const { permissions } = useUser();
  const enabled = holdsOneOf(permissions, rosterReaders);
  const people = useQuery({ ...roster, enabled });
  const names = new Map((mission?.members ?? []).map(({ user }) => [user.id, user.display_name]));
  for (const { id, display_name, email } of people.data ?? []) names.set(id, `${display_name} (${email})`);
  // A former member may still be the owner.
  const present = known?.owner;
  if (present && !names.has(present.id)) names.set(present.id, present.display_name);
  return { names, isOnItsWay: people.isLoading, error: people.error };
}

/** Owner as a user or a name; choosing one clears the other. */
function OwnerFields({ form, mission, known, readOnly }: Props) {
  const { names, isOnItsWay, error } = usePeople(mission, known);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label={t('remediation.field.owner')}
        placeholder={isOnItsWay ? t('remediation.owner.loading') : t('remediation.owner.nobody')}
        data={[...names].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
        searchable
        clearable={!readOnly}
        clearButtonProps={{ 'aria-label': t('remediation.owner.clear') }}
        nothingFoundMessage={error === null ? t('remediation.owner.unknown') : error.message}
        readOnly={readOnly}
        {...form.getInputProps('owner_id')}
        onChange={(id) => {
          form.setFieldValue('owner_id', id);
          if (id !== null) form.setFieldValue('owner_text', '');
        }}
      />
      <TextInput
        label={t('remediation.field.owner_text')}
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

/** Maximum number of options offered at once; typing narrows them. */
const offered = 50;

function TestsField({ form, mission, readOnly }: Omit<Props, 'known'>) {
  const tests = mission?.scenarios.flatMap((scenario) => scenario.tests) ?? [];
  const chosen = form.values.test_ids;
  return (
    <MultiSelect
      label={t('remediation.field.tests')}
      placeholder={chosen.length > 0 || readOnly ? '' : t('remediation.tests.search')}
      data={tests.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
      limit={offered}
      maxValues={mostTestsOfRemediation}
      searchable
      nothingFoundMessage={t('remediation.tests.unknown')}
      readOnly={readOnly}
      {...form.getInputProps('test_ids')}
    />
  );
}
