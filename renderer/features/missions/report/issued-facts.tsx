import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useStore } from '../../../api/connection/use-store.ts';
import { rich } from '../../../rich.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import type { FieldState } from '../../../ui/record/field-writer.ts';
import { ReadOnly } from '../../../ui/record/fields.tsx';
import { formatFileSize } from '../../../ui/text/file-size.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { Digest } from './digest.tsx';
import { nameLocale } from './locale-words.ts';
import styles from './report.module.css';
import { type ReportField, toValues } from './report-record.ts';
import type { ReportViewProps } from './report-view-props.ts';

/** Facts about an issued report next to its content. */
export function IssuedFacts(props: ReportViewProps) {
  const { issued, files, options, template } = props.report;
  if (issued === null) return null;
  return (
    <Stack gap="md">
      <LateTexts {...props} />
      <section aria-labelledby="issued-digests">
        <Title order={2} id="issued-digests" mb={6}>
          {t('mission_report.digests')}
        </Title>
        <ul className={styles.files}>
          <li>
            <Text size="sm">{t('mission_report.digest.model')}</Text>
            <Digest label={t('mission_report.digest_of.model')} sha256={issued.model_sha256} />
          </li>
          {files
            .filter(({ sha256 }) => sha256 !== issued.model_sha256)
            .map(({ format, size, sha256 }) => (
              <li key={format}>
                <Text size="sm">
                  {t('mission_report.digest.file', {
                    format: t(`mission_report.format.${format}`),
                    size: formatFileSize(size),
                  })}
                </Text>
                <Digest
                  label={t('mission_report.digest_of.file', { format: t(`mission_report.format.${format}`) })}
                  sha256={sha256}
                />
              </li>
            ))}
          {template === null ? null : (
            <li>
              <Text size="sm">
                {rich('mission_report.digest.template', {
                  template: <Name>{template.name}</Name>,
                })}
              </Text>
              <Digest label={t('mission_report.digest_of.template')} sha256={template.sha256} />
            </li>
          )}
          {issued.history === null ? null : (
            <li>
              <Text size="sm">{t('mission_report.digest.history', { entry: issued.history.seq })}</Text>
              <Digest label={t('mission_report.digest_of.history')} sha256={issued.history.hash} />
            </li>
          )}
        </ul>
      </section>
      <section aria-labelledby="issued-options">
        <Title order={2} id="issued-options" mb={6}>
          {t('mission_report.options')}
        </Title>
        <Stack gap={2}>
          {options.classification === null ? null : (
            <Fact label={t('report_sections.field.classification')}>{options.classification}</Fact>
          )}
          <Fact label={t('report_sections.field.sanitised')}>
            {t(`report_sections.version.${options.sanitised ? 'sanitised' : 'full'}`)}
          </Fact>
          <Fact label={t('report_sections.field.side')}>{t(`report_sections.side.${options.side}`)}</Fact>
          <Fact label={t('report_sections.field.plans')}>
            {t(`mission_report.plans.${options.plans ? 'yes' : 'no'}`)}
          </Fact>
          <Fact label={t('report_sections.field.commands')}>
            {t(`mission_report.commands.${options.commands ? 'yes' : 'no'}`)}
          </Fact>
          <Fact label={t('shared.evidence')}>{t(`report_sections.detail.${options.evidence}`)}</Fact>
          <Fact label={t('report_sections.field.locale')}>{nameLocale(options.locale)}</Fact>
          <Fact label={t('report_sections.field.time_zone')}>{options.time_zone}</Fact>
          <Fact label={t('report_sections.field.template')}>
            {template === null ? t('mission_report.own_template') : <Name>{template.name}</Name>}
          </Fact>
        </Stack>
      </section>
    </Stack>
  );
}

/** Unsaved text left when someone else issued the report, offered for copying. */
function LateTexts(props: ReportViewProps) {
  const { report, words, writer } = props;
  const values = useMemo(() => toValues(report), [report]);
  const states = Object.entries(useStore(writer.states)) as [ReportField, FieldState][];
  const late = states.filter(([, { draft }]) => draft !== null && (draft.value ?? '') !== (draft.base ?? ''));
  return late.map(([field]) => (
    <ReadOnly key={field} {...props} values={values} field={field} label={words[field] ?? field} readOnly>
      {values[field] ? <HostileText text={values[field]} label={words[field] ?? field} /> : null}
    </ReadOnly>
  ));
}
