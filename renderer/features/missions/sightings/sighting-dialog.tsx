import { Modal, NativeSelect, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { longestName, longestNote } from '../../../../domain/limits.ts';
import { type Severity, severities } from '../../../../domain/outcomes.ts';
import {
  type SightingJudgement,
  type SightingKind,
  sightingJudgements,
  sightingKinds,
} from '../../../../domain/sightings.ts';
import type { AlertRecord } from '../../../../server/missions/alerts/contract.ts';
import type { Sighting } from '../../../../server/missions/sightings/contract.ts';
import { acceptedAlerts, waitingAlerts } from '../../../api/missions/alerts.ts';
import { addSighting, changeSighting } from '../../../api/missions/sightings.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { nameAlert } from '../alerts/alert-words.ts';
import { MomentInput, useMoments } from './moment-input.tsx';
import { readItems } from './sighting-words.ts';

type Values = {
  title: string;
  at: string;
  at_until: string;
  kind: SightingKind;
  judgement: SightingJudgement;
  severity: Severity | '';
  tool: string;
  rule_name: string;
  rule_id: string;
  alert_id: string | null;
  hosts: string;
  users: string;
  techniques: string;
  note: string;
  declared_at: string;
  declared_to: string;
};

/** All fields of a sighting, or of a new one. */
export function SightingDialog({
  missionId,
  sighting,
  onClose,
}: {
  missionId: string;
  /** Null for a new one. */
  sighting: Sighting | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const moments = useMoments();
  const waiting = useQuery(waitingAlerts(missionId)).data;
  const accepted = useQuery(acceptedAlerts(missionId)).data;
  const isTime = (text: string) =>
    text.trim() !== '' && moments.read(text) === null ? t('sightings.wrong_time') : null;
  const { form, drop } = useKeptForm<Values>({
    draft: `sighting.${sighting?.id ?? missionId}`,
    initialValues: {
      title: sighting?.title ?? '',
      at: moments.write(sighting?.at ?? new Date().toISOString()),
      at_until: moments.write(sighting?.at_until ?? null),
      kind: sighting?.kind ?? 'alert',
      judgement: sighting?.judgement ?? 'open',
      severity: sighting?.severity ?? '',
      tool: sighting?.tool ?? '',
      rule_name: sighting?.rule_name ?? '',
      rule_id: sighting?.rule_id ?? '',
      alert_id: sighting?.alert_id ?? null,
      hosts: sighting?.hosts.join(', ') ?? '',
      users: sighting?.users.join(', ') ?? '',
      techniques: sighting?.techniques.join(', ') ?? '',
      note: sighting?.note ?? '',
      declared_at: moments.write(sighting?.declared?.at ?? null),
      declared_to: sighting?.declared?.to ?? '',
    },
    validate: {
      title: requireText(t('sightings.enter_title'), longestName),
      at: (text) => (text.trim() === '' ? t('sightings.enter_time') : isTime(text)),
      at_until: isTime,
      declared_at: (text, { declared_to }) =>
        text.trim() === '' && declared_to.trim() !== '' ? t('sightings.enter_time') : isTime(text),
      note: atMost(longestNote),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: async (values: Values) => {
      const body = toBody(values, moments.read, sighting);
      if (sighting === null) await addSighting(queryClient, missionId, body);
      else await changeSighting(queryClient, sighting, body);
    },
    onSuccess: close,
  });
  const text = (field: keyof Values, hint?: string) => (
    <TextInput
      label={t(`sightings.field.${field}` as 'sightings.field.tool')}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps(field)}
    />
  );
  return (
    <Modal
      opened
      onClose={close}
      title={sighting === null ? t('sightings.new_title') : t('sightings.edit_title')}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        serverNames={{ 'declared.to': 'declared_to', 'declared.at': 'declared_at' }}
        onSubmit={(values) => saving.mutate(values)}
        noteTitle={t('sightings.not_saved')}
        buttons={<DialogButtons submit={t('sightings.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <TextInput
          label={t('sightings.field.title')}
          withAsterisk
          required
          data-autofocus
          {...form.getInputProps('title')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <MomentInput label={t('sightings.field.at')} withAsterisk {...form.getInputProps('at')} />
          <MomentInput label={t('sightings.field.at_until')} {...form.getInputProps('at_until')} />
          <NativeSelect
            label={t('sightings.field.kind')}
            data={sightingKinds.map((value) => ({ value, label: t(`sighting_fields.kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          <NativeSelect
            label={t('sightings.field.judgement')}
            data={sightingJudgements.map((value) => ({
              value,
              label: t(`sighting_fields.status.${value}`),
            }))}
            {...form.getInputProps('judgement')}
          />
          {text('hosts', t('sightings.items_hint'))}
          {text('users', t('sightings.items_hint'))}
          {text('techniques', t('sightings.items_hint'))}
          <NativeSelect
            label={t('sightings.field.severity')}
            data={[
              { value: '', label: t('sightings.no_severity') },
              ...severities.toReversed().map((value) => ({ value, label: t(`names.severity.${value}`) })),
            ]}
            {...form.getInputProps('severity')}
          />
          {text('tool')}
          {text('rule_name')}
          {text('rule_id')}
          <Select
            label={t('sightings.field.alert')}
            data={listAlerts(waiting?.items ?? [], accepted ?? [])}
            searchable
            clearable
            limit={100}
            {...form.getInputProps('alert_id')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <MomentInput label={t('sightings.field.declared_at')} {...form.getInputProps('declared_at')} />
          {text('declared_to')}
        </SimpleGrid>
        <MarkdownArea
          label={t('sightings.field.note')}
          minRows={3}
          maxRows={12}
          {...form.getInputProps('note')}
        />
      </Form>
    </Modal>
  );
}

/** Alerts of the mission to choose from, by their names. */
function listAlerts(...lists: readonly (readonly AlertRecord[])[]): { value: string; label: string }[] {
  const alerts = new Map(lists.flat().map((alert) => [alert.id, alert]));
  return [...alerts.values()].map((alert) => ({ value: alert.id, label: nameAlert(alert) }));
}

function toBody(
  { at, at_until, declared_at, declared_to, severity, hosts, users, techniques, ...values }: Values,
  read: (text: string) => string | null,
  sighting: Sighting | null,
) {
  const declared = declared_at.trim() === '' ? null : read(declared_at);
  const time = read(at);
  return {
    title: values.title,
    kind: values.kind,
    judgement: values.judgement,
    tool: toNullIfEmpty(values.tool),
    rule_name: toNullIfEmpty(values.rule_name),
    rule_id: toNullIfEmpty(values.rule_id),
    alert_id: values.alert_id,
    note: toNullIfEmpty(values.note),
    severity: severity === '' ? null : severity,
    ...(time !== null && { at: keepSeconds(time, sighting?.at) }),
    at_until: at_until.trim() === '' ? null : keepSeconds(read(at_until), sighting?.at_until),
    hosts: readItems(hosts),
    users: readItems(users),
    techniques: readItems(techniques),
    declared:
      declared === null
        ? null
        : { at: keepSeconds(declared, sighting?.declared?.at), to: toNullIfEmpty(declared_to) },
  };
}

/** A shown time has no milliseconds: the recorded one stays while it is the same. */
function keepSeconds<At extends string | null>(at: At, recorded: string | null | undefined): At | string {
  return at !== null && recorded?.slice(0, 19) === at.slice(0, 19) ? recorded : at;
}
