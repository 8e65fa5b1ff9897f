import { Button, Popover, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { longestLabel, mostTags } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { renderLabelPill } from '../../../ui/badges/label-pill.tsx';
import { t } from '../../../words.ts';
import styles from './test-table.module.css';
import type { TestEdits } from './use-test-edits.tsx';

type Props = { test: TestSummary; edits: TestEdits };

/** Native selects, because a table has many and they are cheap. */
export function LevelSelect({ test, edits }: Props) {
  const level = test.detection_level;
  return (
    <span className={styles.level}>
      <span className={styles.dot} style={{ backgroundColor: level?.color ?? 'transparent' }} aria-hidden />
      <select
        className={styles.select}
        aria-label={t('tests.detection_of_name', { name: toVisibleText(test.name) })}
        value={level?.id ?? ''}
        onChange={(event) => edits.level?.([test], event.currentTarget.value || null)}
      >
        <option value="">–</option>
        {edits.levels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The list of people is built on focus, because a mission may have hundreds of members. */
export function AssigneeSelect({ test, edits }: Props) {
  const [isListed, setListed] = useState(false);
  const { assignee } = test;
  const list = () => setListed(true);
  const others = isListed ? edits.people.filter(({ id }) => id !== assignee?.id) : [];
  return (
    <select
      className={styles.select}
      aria-label={t('tests.assignee_of_name', { name: toVisibleText(test.name) })}
      value={assignee?.id ?? ''}
      data-none={assignee === null || undefined}
      onFocus={list}
      onPointerEnter={list}
      onChange={(event) => edits.assign?.([test], event.currentTarget.value || null)}
    >
      <option value="">–</option>
      {assignee === null ? null : <option value={assignee.id}>{toVisibleText(assignee.display_name)}</option>}
      {others.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {toVisibleText(display_name)}
        </option>
      ))}
    </select>
  );
}

/** The tags of a test, which are edited below it after a click. */
export function TagsButton({ test, edits }: Props) {
  const [typed, setTyped] = useState<string[] | null>(null);
  const words = test.tags.map(toVisibleText).join(', ');
  const save = () => {
    if (typed === null) return;
    setTyped(null);
    const add_tags = typed.filter((tag) => !test.tags.includes(tag));
    const remove_tags = test.tags.filter((tag) => !typed.includes(tag));
    if (add_tags.length + remove_tags.length > 0) void edits.tag?.([test], { add_tags, remove_tags });
  };
  return (
    <Popover
      opened={typed !== null}
      onChange={(opened) => (opened ? null : setTyped(null))}
      width={320}
      trapFocus
      keepMounted={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.tags}
          aria-label={t('tests.tags_of_name', { name: toVisibleText(test.name) })}
          title={words}
          onClick={() => setTyped(typed === null ? test.tags : null)}
        >
          {words === '' ? (
            <span className={styles.more}>–</span>
          ) : (
            <bdi className={styles.lines}>{words}</bdi>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.tagForm}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TagsInput
            label={t('shared.tags')}
            size="xs"
            data-autofocus
            value={typed ?? []}
            onChange={setTyped}
            data={edits.knownTags()}
            maxTags={mostTags}
            maxLength={longestLabel}
            comboboxProps={{ withinPortal: false }}
            renderPill={renderLabelPill}
            acceptValueOnBlur
          />
          <Button type="submit" size="compact-sm">
            {t('shared.save')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
