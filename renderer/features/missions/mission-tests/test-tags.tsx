import { ActionIcon, Button, TagsInput, Tooltip } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { longestLabel, mostTags } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { findRow } from '../../../api/missions/mission-tests.ts';
import { renderLabelPill } from '../../../ui/badges/label-pill.tsx';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { useTestEdits } from '../table/use-test-edits.tsx';
import type { TestViewProps } from './test-view-props.ts';

/** The tags of a test. */
export function TestTags(props: TestViewProps) {
  const { test, mission, mayPlan } = props;
  if (mayPlan && mission !== null) return <EditableTags {...props} mission={mission} />;
  return test.tags.length === 0 ? null : <TagWords tags={test.tags} />;
}

function TagWords({ tags }: { tags: readonly string[] }) {
  return <Fact label={t('shared.tags')}>{tags.map(toVisibleText).join(', ')}</Fact>;
}

/** Edited in place: Escape cancels, leaving the field saves. */
function EditableTags({ test, mission, levels }: TestViewProps & { mission: Mission }) {
  const queryClient = useQueryClient();
  const { tag, knownTags } = useTestEdits(mission, levels);
  const [draft, setDraft] = useState<string[] | null>(null);
  const [saving, setSaving] = useState<readonly string[] | null>(null);
  const save = async (tags: readonly string[]) => {
    const row = findRow(queryClient, mission.id, test.id);
    const add_tags = tags.filter((one) => !test.tags.includes(one));
    const remove_tags = test.tags.filter((one) => !tags.includes(one));
    if (row === undefined || add_tags.length + remove_tags.length === 0) return;
    setSaving(tags);
    await tag?.([row], { add_tags, remove_tags });
    setSaving(null);
  };
  const shown = saving ?? test.tags;
  if (draft !== null) {
    return (
      <TagsEditor
        value={draft}
        known={knownTags()}
        onChange={setDraft}
        onDone={(tags) => {
          setDraft(null);
          if (tags !== null) void save(tags);
        }}
      />
    );
  }
  const edit = () => setDraft([...test.tags]);
  const isSaving = saving !== null;
  if (shown.length === 0) {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconTag size={14} aria-hidden />}
        disabled={isSaving}
        onClick={edit}
      >
        {t('tests.add_tags')}
      </Button>
    );
  }
  const label = t('tests.edit_tags');
  return (
    <>
      <TagWords tags={shown} />
      <Tooltip label={label}>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={label}
          disabled={isSaving}
          onClick={edit}
        >
          <IconTag size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function TagsEditor({
  value,
  known,
  onChange,
  onDone,
}: {
  value: string[];
  known: string[];
  onChange: (tags: string[]) => void;
  /** Null when unchanged. */
  onDone: (tags: string[] | null) => void;
}) {
  // A change and the event that ends editing may come in one turn.
  const latest = useRef(value);
  const [search, setSearch] = useState('');
  return (
    <TagsInput
      aria-label={t('shared.tags')}
      size="xs"
      miw={200}
      flex="1 1 200px"
      autoFocus
      data={known}
      maxTags={mostTags}
      maxLength={longestLabel}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(tags) => {
        latest.current = tags.map((tag) => tag.trim().slice(0, longestLabel)).filter(Boolean);
        onChange(latest.current);
      }}
      renderPill={renderLabelPill}
      acceptValueOnBlur={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone(null);
        } else if (event.key === 'Enter' && search.trim() === '') {
          event.preventDefault();
          onDone(latest.current);
        }
      }}
      onBlur={() => {
        const typed = search.trim();
        const isNew = typed !== '' && !latest.current.includes(typed);
        onDone(isNew ? [...latest.current, typed].slice(0, mostTags) : latest.current);
      }}
    />
  );
}
