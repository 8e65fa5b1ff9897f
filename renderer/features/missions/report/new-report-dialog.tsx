import { Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { longestLabel, longestName } from '../../../../domain/limits.ts';
import {
  defaultOptionsOf,
  defaultReportOptions,
  type ReportKind,
  reportKinds,
} from '../../../../domain/reports.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { NewReport, Report } from '../../../../server/missions/reports/contract.ts';
import { reportTemplates } from '../../../api/report-templates.ts';
import { createReport } from '../../../api/reports.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { useZone } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './report.module.css';
import { listOptionChoices, listTemplateChoices } from './report-options.ts';
import { nameFields } from './report-record.ts';
import { chooseLocale } from './report-words.ts';

type Values = { kind: ReportKind; title: string; classification: string } & Record<
  'sanitised' | 'side' | 'commands' | 'plans' | 'evidence' | 'locale' | 'time_zone' | 'template',
  string
>;

const proposeTitle = (kind: ReportKind, { name }: Mission): string =>
  t(`mission_report.proposed_title.${kind}`, { mission: name }).slice(0, longestName);

/** Creates the draft of a report. */
export function NewReportDialog({
  mission,
  onClose,
  onMade,
}: {
  mission: Mission;
  onClose: () => void;
  onMade: (made: Report) => unknown;
}) {
  const queryClient = useQueryClient();
  const zone = useZone();
  const { form, drop } = useKeptForm<Values>({
    draft: `new-report.${mission.id}`,
    initialValues: {
      side: defaultReportOptions.side,
      evidence: defaultReportOptions.evidence,
      locale: chooseLocale(),
      time_zone: zone,
      template: '',
      sanitised: 'no',
      commands: 'yes',
      plans: 'no',
      classification: '',
      kind: 'executive',
      title: proposeTitle('executive', mission),
    },
    validate: {
      title: requireText(t('mission_report.enter_title'), longestName),
      classification: atMost(longestLabel),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const making = useMutation({
    mutationFn: ({ kind, title, classification, sanitised, commands, plans, template, ...options }: Values) =>
      createReport(queryClient, mission.id, {
        kind,
        title,
        options: {
          ...(options as Pick<NewReport['options'], 'side' | 'evidence' | 'locale' | 'time_zone'>),
          sanitised: sanitised === 'yes',
          commands: commands === 'yes',
          plans: plans === 'yes',
          classification: toNullIfEmpty(classification),
          template_id: toNullIfEmpty(template),
        },
      }),
    onSuccess: (made) => {
      drop();
      return onMade(made);
    },
  });
  const choose = (kind: ReportKind) => {
    // A title typed by a person stays.
    if (form.values.title === proposeTitle(form.values.kind, mission)) {
      form.setFieldValue('title', proposeTitle(kind, mission));
    }
    // The same goes for the sides.
    if (form.values.side === defaultOptionsOf(form.values.kind).side) {
      form.setFieldValue('side', defaultOptionsOf(kind).side);
    }
    form.setFieldValue('kind', kind);
  };
  const names = nameFields(form.values.kind);
  const templates = listTemplateChoices(useQuery(reportTemplates).data ?? []);
  return (
    <Modal opened onClose={close} title={t('mission_report.new')} size="xl">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        buttons={
          <DialogButtons submit={t('mission_report.begin')} isSaving={making.isPending} onCancel={close} />
        }
      >
        <KindChoice value={form.values.kind} onChange={choose} />
        <NameInput label={names.title} withAsterisk required {...form.getInputProps('title')} />
        <TextInput
          label={names.classification}
          placeholder={t('mission_report.classification_hint')}
          {...form.getInputProps('classification')}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {listOptionChoices(form.values.time_zone).map(({ field, options }) => (
            <NativeSelect key={field} label={names[field]} data={options} {...form.getInputProps(field)} />
          ))}
          <NativeSelect label={names.template} data={templates} {...form.getInputProps('template')} />
        </SimpleGrid>
      </Form>
    </Modal>
  );
}

function KindChoice({ value, onChange }: { value: ReportKind; onChange: (kind: ReportKind) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('mission_report.kind')}</legend>
      <div>
        {reportKinds.map((kind) => (
          <label key={kind} className={styles.kind}>
            <input
              type="radio"
              name={name}
              value={kind}
              checked={kind === value}
              onChange={() => onChange(kind)}
            />
            {t(`report_sections.kind.${kind}`)}
            <small>{t(`mission_report.kind_sentence.${kind}`)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
