import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useStore } from '../../../api/connection/use-store.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import type { FieldState } from '../../../ui/record/field-writer.ts';
import { ReadOnly } from '../../../ui/record/fields.tsx';
import { formatFileSize } from '../../../ui/text/file-size.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Digest } from './digest.tsx';
import styles from './report.module.css';
import { type ReportField, toValues } from './report-record.ts';
import type { ReportViewProps } from './report-view-props.ts';
import {
  commandsName,
  evidenceName,
  formatName,
  nameLocale,
  ownTemplateName,
  sideName,
} from './report-words.ts';

/** What is known of an issued report beside what it says. */
export function IssuedFacts(props: ReportViewProps) {
  const { issued, files, options, template } = props.report;
  if (issued === null) return null;
  return (
    <Stack gap="md">
      <LateTexts {...props} />
      <section aria-labelledby="issued-digests">
        <Title order={2} id="issued-digests" mb={6}>
          Digests
        </Title>
        <ul className={styles.files}>
          <li>
            <Text size="sm">The model, report.json: SHA-256</Text>
            <Digest of="the model" sha256={issued.model_sha256} />
          </li>
          {files
            .filter(({ sha256 }) => sha256 !== issued.model_sha256)
            .map(({ format, size, sha256 }) => (
              <li key={format}>
                <Text size="sm">
                  {formatName[format].name}, {formatFileSize(size)}: SHA-256
                </Text>
                <Digest of={formatName[format].name} sha256={sha256} />
              </li>
            ))}
          {template === null ? null : (
            <li>
              <Text size="sm">
                The template for Word, <Name>{template.name}</Name>: SHA-256
              </Text>
              <Digest of="the template for Word" sha256={template.sha256} />
            </li>
          )}
          {issued.history === null ? null : (
            <li>
              <Text size="sm">Head of the history, entry {issued.history.seq.toLocaleString()}</Text>
              <Digest of="the history" sha256={issued.history.hash} />
            </li>
          )}
        </ul>
      </section>
      <section aria-labelledby="issued-options">
        <Title order={2} id="issued-options" mb={6}>
          Options
        </Title>
        <Stack gap={2}>
          {options.classification === null ? null : (
            <Fact label="Classification">{options.classification}</Fact>
          )}
          <Fact label="Sides">{sideName[options.side]}</Fact>
          <Fact label="Commands and output">{commandsName[options.commands ? 'yes' : 'no']}</Fact>
          <Fact label="Evidence">{evidenceName[options.evidence]}</Fact>
          <Fact label="Language of dates">{nameLocale(options.locale)}</Fact>
          <Fact label="Time zone">{options.time_zone}</Fact>
          <Fact label="Template for Word">
            {template === null ? ownTemplateName : <Name>{template.name}</Name>}
          </Fact>
        </Stack>
      </section>
    </Stack>
  );
}

/** What this person was writing when somebody else issued the report: it is there to be copied. */
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
