import { Button, Popover, Stack, TagsInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { longestLabel, mostTags } from '../../../../domain/limits.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { renderLabelPill } from '../../../ui/badges/label-pill.tsx';
import { t } from '../../../words.ts';
import type { TagChange } from './tag-changes.ts';

const nothing: TagChange = { add_tags: [], remove_tags: [] };

/** Tags to add to or remove from all selected tests. */
export function BulkTags({
  chosen,
  known,
  isBusy,
  onSave,
}: {
  chosen: readonly TestSummary[];
  known: () => string[];
  isBusy: boolean;
  onSave: (change: TagChange) => void;
}) {
  const [opened, setOpened] = useState(false);
  const [change, setChange] = useState(nothing);
  const present = [...new Set(chosen.flatMap(({ tags }) => tags))].sort();
  const { add_tags, remove_tags } = change;
  const field = {
    size: 'xs',
    maxTags: mostTags,
    maxLength: longestLabel,
    comboboxProps: { withinPortal: false },
    renderPill: renderLabelPill,
  } as const;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width={300}
      trapFocus
      keepMounted={false}
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('shared.tags')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setOpened(false);
            setChange(nothing);
            onSave(change);
          }}
        >
          <Stack gap={8}>
            <TagsInput
              {...field}
              label={t('tests.add_tags')}
              data-autofocus
              value={add_tags}
              onChange={(tags) => setChange({ ...change, add_tags: tags })}
              data={known().filter((tag) => !remove_tags.includes(tag))}
              acceptValueOnBlur
            />
            {present.length > 0 ? (
              <TagsInput
                {...field}
                label={t('tests.remove_tags')}
                value={remove_tags}
                onChange={(tags) =>
                  setChange({ ...change, remove_tags: tags.filter((tag) => present.includes(tag)) })
                }
                data={present.filter((tag) => !add_tags.includes(tag))}
              />
            ) : null}
            <Button type="submit" size="compact-sm" disabled={add_tags.length + remove_tags.length === 0}>
              {t('shared.save')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
