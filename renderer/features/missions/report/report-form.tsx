import { Anchor, Collapse, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { longestLabel, longestName, longestReportText } from '../../../../domain/limits.ts';
import { isDrafted, type ReportSection, reportSections } from '../../../../domain/reports.ts';
import { useStore } from '../../../api/connection/use-store.ts';
import { reportTemplates } from '../../../api/report-templates.ts';
import { reportOutline } from '../../../api/reports.ts';
import { rich } from '../../../rich.ts';
import { LineField, SelectField, TextField } from '../../../ui/record/fields.tsx';
import { t } from '../../../words.ts';
import { DraftedText } from './drafted-text.tsx';
import { LostTemplate } from './lost-template.tsx';
import styles from './report.module.css';
import { listOptionChoices, listTemplateChoices } from './report-options.ts';
import { toTextField, toValues } from './report-record.ts';
import type { ReportViewProps } from './report-view-props.ts';
import { describeOptions, describeParts } from './report-words.ts';
import { RequiredItems } from './required-items.tsx';
import { UnfoldButton } from './unfold-button.tsx';
import { Withheld } from './withheld.tsx';

/** Texts and options of a report, in report order. */
export function ReportForm(props: ReportViewProps) {
  const { report } = props;
  const outline = useQuery(reportOutline(report)).data;
  return (
    <>
      <TitleAndOptions {...props} />
      <RequiredItems report={report} items={outline?.items ?? []} />
      {report.options.sanitised ? <Withheld {...props} found={outline?.sanitised ?? null} /> : null}
      <section className={styles.sections} aria-labelledby="report-text">
        <div>
          <Title order={2} id="report-text">
            {t('mission_report.text')}
          </Title>
          <p className={styles.shows}>{t('mission_report.text_hint')}</p>
        </div>
        {reportSections[report.kind].map((section) => (
          <Section
            key={section.key}
            {...props}
            section={section}
            drafted={outline?.drafted[section.key] ?? null}
          />
        ))}
      </section>
    </>
  );
}

function Section({
  section,
  drafted,
  ...props
}: ReportViewProps & { section: ReportSection; drafted: string | null }) {
  const { report, isOpen, writer } = props;
  const { key, title, hint, parts } = section;
  const values = useMemo(() => toValues(report), [report]);
  const field = toTextField(key);
  const typed = useStore(writer.states)[field]?.draft?.value;
  const isEmpty = !(typed ?? values[field]);
  return (
    <div className={styles.section} data-section={key}>
      {hint === null ? (
        <p className={styles.unwritten}>{t(`report_sections.title.${title}`)}</p>
      ) : (
        <TextField
          {...props}
          values={values}
          field={field}
          label={t(`report_sections.title.${title}`)}
          hint={t(`report_hints.section.${hint}`)}
          longest={longestReportText}
          placeholder={isDrafted(report.kind, key) ? t('mission_report.drafted') : undefined}
          minRows={3}
          markdown
          readOnly={!isOpen}
        />
      )}
      {drafted !== null && isEmpty ? (
        <DraftedText
          text={drafted}
          onKeep={
            isOpen
              ? () => {
                  writer.edit(field, drafted);
                  void writer.flush();
                }
              : null
          }
        />
      ) : null}
      {parts.length > 0 ? (
        <p className={styles.shows}>{t('mission_report.shows', { parts: describeParts(parts) })}</p>
      ) : null}
    </div>
  );
}

function TitleAndOptions(props: ReportViewProps) {
  const { report, words, isOpen } = props;
  const [unfolded, { toggle }] = useDisclosure(false);
  const values = useMemo(() => toValues(report), [report]);
  const shared = { ...props, values, readOnly: !isOpen };
  const choices = listOptionChoices(report.options.time_zone);
  const templates = listTemplateChoices(useQuery(reportTemplates).data ?? [], report.template);
  return (
    <div className={styles.head}>
      <LineField {...shared} field="title" label={words.title} longest={longestName} />
      <div className={styles.unfold}>
        <UnfoldButton unfolded={unfolded} onClick={toggle}>
          {t('mission_report.options')}
        </UnfoldButton>
        <span className={styles.shows}>{describeOptions(report)}</span>
      </div>
      <Collapse expanded={unfolded} keepMounted={false}>
        <div className={styles.options}>
          <div className={styles.wide}>
            <LineField
              {...shared}
              field="classification"
              label={words.classification}
              longest={longestLabel}
              placeholder={t('mission_report.classification_hint')}
            />
          </div>
          {choices.map(({ field, options }) => (
            <SelectField key={field} {...shared} field={field} label={words[field]} options={options} />
          ))}
          <SelectField {...shared} field="template" label={words.template} options={templates} />
        </div>
        <p className={styles.shows}>
          {rich('mission_report.options_hint', {
            link: (parts) => (
              <Anchor component={Link} to="/templates/reports" inherit underline="always">
                {parts}
              </Anchor>
            ),
          })}
        </p>
      </Collapse>
      <LostTemplate report={report} isOpen={isOpen} />
    </div>
  );
}
