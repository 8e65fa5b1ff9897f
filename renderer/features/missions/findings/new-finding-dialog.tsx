import { Modal, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FindingKind, type FindingSide, findingKinds } from '../../../../domain/findings.ts';
import { longestName, longestNote } from '../../../../domain/limits.ts';
import { type Severity, severities } from '../../../../domain/outcomes.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Finding, NewFinding, Suggestion } from '../../../../server/missions/findings/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { addFinding, suggestedFindings } from '../../../api/missions/findings.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { listSides } from './list-sides.ts';

type Values = {
  title: string;
  severity: Severity;
  kind: FindingKind;
  side: FindingSide;
  description: string;
};

/** The test from which a new finding is created. */
export type Source = { id: string; name: string } & Pick<NewFinding, 'tests' | 'techniques'>;

/** The suggested gap of the same run. */
function findGap(suggested: readonly Suggestion[], source: Source | null): Suggestion | undefined {
  const shown = source?.tests?.[0];
  return suggested.find(({ suggestion }) => suggestion === `gap:${shown?.test_id}:${shown?.run}`);
}

/** Makes the finding replace a suggestion, with its evidence. */
function takeIn(gap: Suggestion | undefined): Pick<NewFinding, 'suggestion' | 'evidence_ids'> {
  return gap === undefined ? {} : { suggestion: gap.suggestion, evidence_ids: gap.evidence_ids };
}

/** Creates a finding; everything else is edited in place. */
export function NewFindingDialog({
  missionId,
  source,
  onClose,
  onMade,
}: {
  missionId: string;
  source: Source | null;
  onClose: () => void;
  onMade: (made: Finding) => unknown;
}) {
  const queryClient = useQueryClient();
  const { permissions } = useUser();
  const suggested = useQuery({ ...suggestedFindings(missionId), enabled: source !== null }).data;
  const { form, drop } = useKeptForm<Values>({
    draft: `new-finding.${source?.id ?? missionId}`,
    initialValues: {
      title: source?.name.slice(0, longestName) ?? '',
      severity: 'medium',
      kind: 'detection_gap',
      side: 'both',
      description: '',
    },
    validate: {
      title: requireText(t('findings.enter_title'), longestName),
      description: atMost(longestNote),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const making = useMutation({
    mutationFn: ({ description, ...values }: Values) =>
      addFinding(queryClient, missionId, {
        ...values,
        description: toNullIfEmpty(description),
        tests: source?.tests ?? [],
        techniques: source?.techniques ?? [],
        ...takeIn(findGap(suggested ?? [], source)),
      }),
    onSuccess: (made) => {
      drop();
      return onMade(made);
    },
  });
  const run = source?.tests?.[0]?.run;
  return (
    <Modal opened onClose={close} title={t('findings.new')} size="lg">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        noteTitle={t('findings.not_saved')}
        buttons={<DialogButtons submit={t('findings.add')} isSaving={making.isPending} onCancel={close} />}
      >
        <NameInput label={t('findings.field.title')} withAsterisk required {...form.getInputProps('title')} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NativeSelect
            label={t('findings.field.severity')}
            data={severities.toReversed().map((value) => ({ value, label: t(`names.severity.${value}`) }))}
            {...form.getInputProps('severity')}
          />
          <NativeSelect
            label={t('findings.field.kind')}
            data={findingKinds.map((value) => ({ value, label: t(`names.finding_kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          <NativeSelect
            label={t('findings.field.side')}
            data={listSides(permissions, form.values.side)}
            {...form.getInputProps('side')}
          />
        </SimpleGrid>
        <MarkdownArea
          label={t('findings.field.description')}
          minRows={3}
          maxRows={12}
          {...form.getInputProps('description')}
        />
        {source === null ? null : (
          <Text size="sm" c="dimmed">
            {run === undefined
              ? t('findings.of_source', { test: toVisibleText(source.name) })
              : t('findings.of_source_run', { test: toVisibleText(source.name), run })}
          </Text>
        )}
      </Form>
    </Modal>
  );
}
