import { ActionIcon, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type TestColumn, testColumns } from '../../../../domain/test-table.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import { usePreferenceChange } from '../../../ui/preferences/use-preference-change.ts';
import { t } from '../../../words.ts';
import { columns } from './columns.ts';

/** The columns this person sees, in every mission; by default those that fit. */
export function ColumnChooser({ shown }: { shown: readonly TestColumn[] }) {
  const { test_table } = usePreferences();
  const change = usePreferenceChange();
  const choose = (chosen: TestColumn[] | null) => change({ test_table: { ...test_table, columns: chosen } });
  return (
    <Popover position="bottom-start" keepMounted={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={28} variant="default" aria-label={t('tests.columns')} title={t('tests.columns')}>
          <IconColumns3 size={15} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={10}>
          {testColumns.map((column) => (
            <Checkbox
              key={column}
              size="xs"
              label={columns()[column].name}
              checked={shown.includes(column)}
              onChange={(event) => {
                const on = event.currentTarget.checked;
                choose(testColumns.filter((one) => (one === column ? on : shown.includes(one))));
              }}
            />
          ))}
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={test_table.columns === null}
            onClick={() => choose(null)}
          >
            {t('tests.those_that_fit')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
