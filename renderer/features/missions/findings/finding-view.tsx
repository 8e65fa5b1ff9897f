import { ActionIcon, Button, Menu, Title } from '@mantine/core';
import { IconDots, IconTool, IconTrash } from '@tabler/icons-react';
import { findingKinds } from '../../../../domain/findings.ts';
import { longestName, longestNote } from '../../../../domain/limits.ts';
import { severities } from '../../../../domain/outcomes.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { ReadOnlyMark } from '../../../ui/notes/read-only-mark.tsx';
import { HistoryLink } from '../../../ui/pages/history-link.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { LineField, SelectField, TextField } from '../../../ui/record/fields.tsx';
import bar from '../../../ui/record/record-bar.module.css';
import { SaveSummary } from '../../../ui/record/save-state.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { FindingEvidence } from './finding-evidence.tsx';
import { RemediationLinks, TechniqueLinks, TestLinks } from './finding-links.tsx';
import type { FindingField } from './finding-record.ts';
import { type FindingViewProps, useField } from './finding-view-props.ts';
import { nameNumber, toFindingPath } from './finding-words.ts';
import styles from './findings.module.css';
import { listSides } from './list-sides.ts';
import { CameBackBadge, FindingStatusBadge, SeverityBadge } from './marks.tsx';

/** A finding: every field is edited in place. */
export function FindingView(props: FindingViewProps) {
  const { finding, mission } = props;
  const { permissions } = useUser();
  const field = useField(props);
  const text = (name: FindingField) => <TextField {...field(name)} longest={longestNote} markdown />;
  return (
    <div className={styles.view}>
      <FindingBar {...props} />
      <LineField {...field('title')} longest={longestName} />
      <div className={styles.choices}>
        <SelectField
          {...field('severity')}
          options={severities.toReversed().map((value) => ({ value, label: t(`names.severity.${value}`) }))}
        />
        <SelectField
          {...field('status')}
          options={[finding.status, ...finding.moves].map((value) => ({
            value,
            label: t(`names.finding_status.${value}`),
          }))}
        />
        <SelectField
          {...field('kind')}
          options={findingKinds.map((value) => ({ value, label: t(`names.finding_kind.${value}`) }))}
        />
        <SelectField {...field('side')} options={listSides(permissions, finding.side)} />
      </div>
      <div className={styles.texts}>
        {text('description')}
        {text('impact')}
        {text('root_cause')}
        {text('recommendation')}
      </div>
      <TestLinks {...props} />
      <FindingEvidence {...props} />
      <RemediationLinks {...props} />
      <TechniqueLinks {...props} />
      <div className={styles.texts}>
        {text('affected')}
        <TextField {...field('references')} hint={t('findings.references_hint')} />
      </div>
      <Past finding={finding} />
      <HistoryLink to={`${toFindingPath(mission.id, finding.id)}/history`} />
    </div>
  );
}

function FindingBar({ finding, isOpen, names, writer, onCompare, onRemedy, onDelete }: FindingViewProps) {
  return (
    <div className={bar.bar} data-bar="">
      <div className={bar.name}>
        <Title order={2} className={bar.title ?? ''} title={toVisibleText(finding.title)}>
          <span className={styles.number}>{nameNumber(finding)}</span> <Name>{finding.title}</Name>
        </Title>
        <div className={bar.facts}>
          <SeverityBadge severity={finding.severity} />
          <FindingStatusBadge status={finding.status} />
          <CameBackBadge of={finding} />
          {isOpen ? null : <ReadOnlyMark />}
          <SaveSummary writer={writer} names={names} onCompare={onCompare} />
        </div>
      </div>
      <div className={bar.actions}>
        {onRemedy === null ? null : (
          <Button variant="default" leftSection={<IconTool size={15} aria-hidden />} onClick={onRemedy}>
            {t('findings.remedy')}
          </Button>
        )}
        {onDelete === null ? null : (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('findings.more')}>
                <IconDots size={17} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
                {t('findings.delete.confirm')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </div>
  );
}

function Past({ finding }: { finding: Finding }) {
  const made = {
    person: <PersonName person={finding.created_by} />,
    at: <Moment at={finding.created_at} />,
  };
  return (
    <p className={styles.past}>
      {finding.updated_at === finding.created_at
        ? rich('findings.past.made', made)
        : rich('findings.past.changed', {
            ...made,
            changer: <PersonName person={finding.updated_by} />,
            changed_at: <Moment at={finding.updated_at} />,
          })}
    </p>
  );
}
