import { Checkbox, Input, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mostTestsOfTasks } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { frameworkTasks } from '../../../api/engagements/c2.ts';
import { engagementList } from '../../../api/engagements/engagements.ts';
import { PageTurner } from '../../../ui/lists/page-turner.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './edit.module.css';

export type PickedTasks = { engagement: string | null; tasks: readonly string[] };

/** Picks tasks of the C2 framework of an engagement. */
export function TasksField({
  value: { engagement, tasks },
  onChange,
  errors,
}: {
  value: PickedTasks;
  onChange: (picked: PickedTasks) => void;
  errors: { engagement: ReactNode; tasks: ReactNode };
}) {
  const [q, setQ] = useState('');
  const found = useQuery(engagementList({ q, limit: 50 }));
  const [page, setPage] = useState(1);
  const list = useQuery({ ...frameworkTasks(engagement ?? '', page), enabled: engagement !== null });
  const isFull = tasks.length >= mostTestsOfTasks;
  return (
    <Stack gap="sm">
      <Select
        label={t('shared.engagement')}
        description={t('mission_editor.whose_c2_framework_ran_the_tasks')}
        placeholder={t('mission_editor.find_an_engagement')}
        searchable
        searchValue={q}
        onSearchChange={setQ}
        nothingFoundMessage={t('mission_editor.no_such_engagement')}
        // The options are already the server's results.
        filter={({ options }) => options}
        data={(found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
        value={engagement}
        onChange={(picked) => {
          setPage(1);
          onChange({ engagement: picked, tasks: [] });
        }}
        error={errors.engagement}
      />
      {engagement === null ? null : (
        <Input.Wrapper label={t('mission_editor.tasks')} labelElement="div" error={errors.tasks}>
          {list.isPending ? <SkeletonRows rows={5} /> : null}
          {list.isError ? (
            <ProblemNote
              error={list.error}
              what={t('mission_editor.tasks_2')}
              onRetry={() => list.refetch()}
            />
          ) : null}
          {list.data?.items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('mission_editor.the_framework_lists_no_tasks')}
            </Text>
          ) : null}
          <ul className={styles.choices} aria-label={t('mission_editor.tasks')}>
            {list.data?.items.map(({ external_id, command, callback, submitted_at }) => {
              const isPicked = tasks.includes(external_id);
              return (
                <li key={external_id}>
                  <Checkbox
                    size="sm"
                    checked={isPicked}
                    disabled={isFull && !isPicked}
                    label={<span className={styles.command}>{toVisibleText(command ?? external_id)}</span>}
                    description={
                      <>
                        <Name>{callback ?? external_id}</Name>
                        {submitted_at === null ? null : (
                          <>
                            {' · '}
                            <Moment at={submitted_at} />
                          </>
                        )}
                      </>
                    }
                    onChange={() =>
                      onChange({
                        engagement,
                        tasks: isPicked
                          ? tasks.filter((one) => one !== external_id)
                          : [...tasks, external_id],
                      })
                    }
                  />
                </li>
              );
            })}
          </ul>
          {list.data ? <PageTurner page={page} hasMore={list.data.has_more} onPage={setPage} /> : null}
        </Input.Wrapper>
      )}
    </Stack>
  );
}
