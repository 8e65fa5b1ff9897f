import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  longestViewName,
  longestViewSearch,
  mostTestViews,
  type TestView,
} from '../../../../domain/test-table.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import { rich } from '../../../rich.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { usePreferenceChange } from '../../../ui/preferences/use-preference-change.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { arrangingParameters } from '../arrangement/arrange-tests.ts';
import styles from './test-table.module.css';

/** Filters, order, groups and columns saved under a name, for every mission. */
export function ViewMenu() {
  const [parameters, setParameters] = useSearchParams();
  const { test_table } = usePreferences();
  const change = usePreferenceChange();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const { views, columns } = test_table;
  const search = pickArranging(parameters);
  const current = views.find((view) => view.search === search && isSame(view.columns, columns));
  const keep = (next: TestView[]) => change({ test_table: { ...test_table, views: next } });
  const apply = (view: Pick<TestView, 'search' | 'columns'>) => {
    setOpened(false);
    if (!isSame(view.columns, columns)) change({ test_table: { ...test_table, columns: view.columns } });
    setParameters(new URLSearchParams(view.search), { replace: true });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const called = name.trim();
    if (called === '') return;
    setName('');
    // Saving under the same name replaces the view.
    keep([...views.filter((view) => view.name !== called), { name: called, search, columns }]);
  };
  const remove = (view: TestView) => {
    keep(views.filter((other) => other !== view));
    offerUndo({
      what: <>{rich('tests.view_name_deleted', { name: <Name>{view.name}</Name> })}</>,
      undo: async () => {
        keep(views);
        return [];
      },
    });
  };
  const isFull = views.length >= mostTestViews && !views.some((view) => view.name === name.trim());
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      keepMounted={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          px={10}
          variant={current ? 'light' : 'default'}
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
          className={styles.view as string}
        >
          {current ? <Name line>{current.name}</Name> : t('tests.views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8} w={260}>
          <ul className={styles.views} aria-label={t('tests.views')}>
            <li>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                onClick={() => apply({ search: '', columns })}
              >
                {t('tests.all_tests')}
              </Button>
            </li>
            {views.map((view) => (
              <li key={view.name}>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  {...(view === current ? { 'aria-current': 'true' as const } : {})}
                  onClick={() => apply(view)}
                >
                  <Name line>{view.name}</Name>
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('tests.delete_the_view_name', { name: view.name })}
                  onClick={() => remove(view)}
                >
                  <IconTrash size={14} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <form onSubmit={save}>
            <Group gap={6} wrap="nowrap" align="flex-end">
              <TextInput
                size="xs"
                flex={1}
                label={t('tests.keep_this_view_as')}
                maxLength={longestViewName}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                {...(isFull
                  ? { error: t('tests.most_test_views_are_the_most', { most_test_views: mostTestViews }) }
                  : {})}
              />
              <Button type="submit" size="compact-sm" disabled={isFull || search.length > longestViewSearch}>
                {t('tests.keep')}
              </Button>
            </Group>
          </form>
          <Text size="xs" c="dimmed">
            {t('tests.only_you_see_your_views_in')}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Query parameters that arrange the table, always in the same order. */
function pickArranging(parameters: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of arrangingParameters) {
    const value = parameters.get(name);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

const isSame = (one: TestView['columns'], other: TestView['columns']) =>
  JSON.stringify(one) === JSON.stringify(other);
