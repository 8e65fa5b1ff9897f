import { ActionIcon, Anchor, Badge, Button, Kbd } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Sighting, SightingFile } from '../../../../server/missions/sightings/contract.ts';
import { FilePicker } from '../../../ui/forms/file-picker.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { useClock } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { describeReasons, type ListedSuggestion } from '../alerts/alert-words.ts';
import { SeverityBadge } from '../findings/marks.tsx';
import { isDecided } from './sighting-words.ts';
import styles from './sightings.module.css';

export type SightingActions = {
  edit: (sighting: Sighting) => void;
  remove: (sighting: Sighting) => void;
  accept: (sighting: Sighting) => void;
  pick: (sighting: Sighting) => void;
  refuse: (sighting: Sighting) => void;
  undo: (sighting: Sighting) => void;
  attach: (sighting: Sighting, file: File) => void;
  removeFile: (file: SightingFile) => void;
};

const colors = { open: 'gray', benign: 'teal', attack: 'red', matched: 'blue', not_ours: 'gray' } as const;

/** A sighting with its suggested test or its decision, its files, and what can be done with it. */
export function SightingCard({
  sighting,
  best,
  testName,
  isCurrent,
  canPick,
  actions,
  onSave,
}: {
  sighting: Sighting;
  /** The best suggestion; undefined if there is none. */
  best: ListedSuggestion | undefined;
  /** Of the test that it is matched to; undefined once that is gone. */
  testName: string | undefined;
  isCurrent: boolean;
  /** Whether the person sees any test to match it to. */
  canPick: boolean;
  /** Null for people who may not write. */
  actions: SightingActions | null;
  onSave: (file: SightingFile) => void;
}) {
  const clock = useClock();
  const title = toVisibleText(sighting.title);
  const { hosts, users, techniques, declared, status, mission_id } = sighting;
  const join = (items: readonly string[]) => toVisibleText(items.join(', '));
  const facts: (string | null)[] = [
    t(`sighting_fields.kind.${sighting.kind}`),
    hosts.length === 0 ? null : t('sightings.on_host', { hosts: join(hosts) }),
    users.length === 0 ? null : t('sightings.of_user', { users: join(users) }),
    techniques.length === 0 ? null : join(techniques),
    sighting.tool === null ? null : toVisibleText(sighting.tool),
    sighting.rule_name === null ? null : toVisibleText(sighting.rule_name),
    declared === null
      ? null
      : declared.to === null
        ? t('sightings.declared', { time: clock.moment(declared.at) })
        : t('sightings.declared_to', { to: toVisibleText(declared.to), time: clock.moment(declared.at) }),
    sighting.analyst === null
      ? null
      : t('sightings.by', { person: toVisibleText(sighting.analyst.display_name) }),
  ];
  return (
    <li
      className={styles.sighting}
      data-row={sighting.id}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
    >
      <div className={styles.title}>
        <span className={styles.quiet}>
          {clock.moment(sighting.at)}
          {sighting.at_until === null
            ? null
            : ` ${t('sightings.until', { time: clock.moment(sighting.at_until) })}`}
        </span>
        <h2>
          <Name>{sighting.title}</Name>
        </h2>
        <Badge size="sm" variant="light" color={colors[status]}>
          {t(`sighting_fields.status.${status}`)}
        </Badge>
        {sighting.severity === null ? null : <SeverityBadge severity={sighting.severity} />}
      </div>
      <span className={styles.facts}>
        {facts.map((fact) => (fact === null ? null : <span key={fact}>{fact}</span>))}
      </span>
      {sighting.note === null ? null : <Written text={sighting.note} />}
      <Outcome sighting={sighting} best={best} testName={testName} missionId={mission_id} />
      <div className={styles.files}>
        {sighting.evidence.map((file) => (
          <span key={file.id}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              aria-label={t('sightings.file_of', { file: toVisibleText(file.file_name) })}
              onClick={() => onSave(file)}
            >
              <Name line>{file.file_name}</Name>
            </Anchor>
            {actions === null ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t('sightings.delete_file', { file: toVisibleText(file.file_name) })}
                onClick={() => actions.removeFile(file)}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            )}
          </span>
        ))}
      </div>
      {actions === null ? null : (
        <Actions
          sighting={sighting}
          title={title}
          canAccept={best?.is_current === true}
          canPick={canPick}
          isCurrent={isCurrent}
          actions={actions}
        />
      )}
    </li>
  );
}

function Outcome({
  sighting: { status, test_id, not_ours_reason },
  best,
  testName,
  missionId,
}: {
  sighting: Sighting;
  best: ListedSuggestion | undefined;
  testName: string | undefined;
  missionId: string;
}): ReactNode {
  const linkTo = (id: string, name: string) => (
    <Anchor component={Link} to={`/missions/${missionId}/tests/${id}`} size="sm">
      <Name>{name}</Name>
    </Anchor>
  );
  if (status === 'matched') {
    return (
      <span>
        {t('sightings.matched_to')}{' '}
        {test_id === null || testName === undefined ? t('sightings.gone_test') : linkTo(test_id, testName)}
      </span>
    );
  }
  if (status === 'not_ours') {
    const reason = t(`sighting_fields.reason.${not_ours_reason ?? 'unknown'}`);
    return <span className={styles.quiet}>{t('sightings.because', { reason })}</span>;
  }
  if (best === undefined) return null;
  return (
    <>
      <span>
        <strong>{t(`alerts.band.${best.band}`)}</strong> {linkTo(best.test_id, best.test_name)}{' '}
        {best.is_current ? null : t('alerts.run_closed', { run: best.run })}
      </span>
      <span className={styles.quiet}>{describeReasons(best)}</span>
    </>
  );
}

function Actions({
  sighting,
  title,
  canAccept,
  canPick,
  isCurrent,
  actions,
}: {
  sighting: Sighting;
  title: string;
  canAccept: boolean;
  canPick: boolean;
  isCurrent: boolean;
  actions: SightingActions;
}) {
  const button = (label: string, name: string, run: () => void, key?: string, isFirst = false) => (
    <Button
      size="compact-sm"
      {...(!isFirst && { variant: 'default' })}
      aria-label={name}
      aria-keyshortcuts={key}
      rightSection={
        isCurrent && key !== undefined ? (
          <Kbd size="xs" aria-hidden>
            {key}
          </Kbd>
        ) : null
      }
      onClick={run}
    >
      {label}
    </Button>
  );
  const edit = button(
    t('sightings.edit'),
    t('sightings.edit_one', { title }),
    () => actions.edit(sighting),
    'e',
  );
  if (isDecided(sighting)) {
    return (
      <div className={styles.actions}>
        {button(t('sightings.undo'), t('sightings.undo_one', { title }), () => actions.undo(sighting), 'u')}
        {edit}
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      {canAccept
        ? button(
            t('sightings.accept'),
            t('sightings.accept_one', { title }),
            () => actions.accept(sighting),
            'y',
            true,
          )
        : null}
      {canPick
        ? button(
            t(canAccept ? 'sightings.other' : 'sightings.pick'),
            t('sightings.pick_one', { title }),
            () => actions.pick(sighting),
            't',
          )
        : null}
      {button(
        t('sightings.not_ours'),
        t('sightings.not_ours_one', { title }),
        () => actions.refuse(sighting),
        'n',
      )}
      {edit}
      <FilePicker
        label={t('sightings.file')}
        onPick={(files) => {
          for (const file of files) actions.attach(sighting, file);
        }}
      >
        {(open) => button(t('sightings.attach'), t('sightings.attach_one', { title }), open)}
      </FilePicker>
      {sighting.evidence.length === 0
        ? button(t('sightings.delete'), t('sightings.delete_one', { title }), () => actions.remove(sighting))
        : null}
    </div>
  );
}
