import { ActionIcon, Button, Menu, Popover, Select, Stack, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconFilter,
  IconFilterOff,
  IconListTree,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { keptVerdicts } from '../../../../domain/expectations.ts';
import { testStatuses } from '../../../../domain/missions.ts';
import type { TestColumn } from '../../../../domain/test-table.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Mark } from '../../../api/missions/activity.ts';
import { toolsOf } from '../../../api/organisations.ts';
import { nameChosen } from '../../../ui/charts/name-figure.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { t } from '../../../words.ts';
import type { MissionActions } from '../actions/use-mission-actions.tsx';
import { type Arrangement, isFiltered } from '../arrangement/arrange-tests.ts';
import { groupKeys } from '../arrangement/group-tests.ts';
import { useTactics } from '../arrangement/use-tactics.ts';
import { useOfSeen } from '../hiding/hidden-tests.ts';
import { ColumnChooser } from './column-chooser.tsx';
import styles from './test-table.module.css';
import { ViewMenu } from './view-menu.tsx';

export type ToolbarProps = {
  mission: Mission;
  levels: readonly DetectionLevel[];
  arrangement: Arrangement;
  shown: readonly TestColumn[];
  /** Number of tests that pass the filters. */
  count: number;
  marks: Record<string, Mark>;
  onClearMarks: () => void;
  onArrange: (change: Record<string, string | null>) => void;
  actions: Pick<MissionActions, 'append' | 'addTests' | 'outline'>;
};

export const noFilters = {
  q: null,
  status: null,
  level: null,
  expected: null,
  figure: null,
  tool: null,
  technique: null,
  sighted: null,
  runs: null,
  scenario: null,
  assignee: null,
  tag: null,
  tactic: null,
};

/** Hundreds of options are rendered only when someone opens the list. */
const dropdownWhenOpened = { keepMounted: false };
/** The list is rendered inside the popover: otherwise a click on the list would close the popover. */
const dropdownWithin = { keepMounted: false, withinPortal: false };

/** In a narrow window the toolbar takes several lines; its last height keeps the table in place when people return. */
let lastHeight = 0;

/** Reserves the toolbar's space until it is rendered. */
export function ToolbarPlace() {
  return <div className={styles.toolbar} style={{ minHeight: lastHeight || undefined }} />;
}

/** Filters, order and columns of the tests. */
export function Toolbar(props: ToolbarProps) {
  const { mission, levels, arrangement, shown, count, marks, onClearMarks, onArrange, actions } = props;
  const marked = Object.keys(marks).length;
  const ofSeen = useOfSeen();
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      lastHeight = element?.offsetHeight ?? 0;
    };
  }, []);
  return (
    <search ref={bar} className={styles.toolbar}>
      <SearchField
        aria-label={t('tests.search_in_tests_and_techniques')}
        placeholder={t('tests.search_tests')}
        size="xs"
        value={arrangement.q}
        onSearch={(q) => onArrange({ q })}
        className={styles.search as string}
      />
      <Select
        aria-label={t('tests.status_of_the_test')}
        comboboxProps={dropdownWhenOpened}
        placeholder={t('tests.any_status')}
        size="xs"
        w={112}
        data={testStatuses.map((value) => ({ value, label: t(`names.test_status.${value}`) }))}
        value={arrangement.status}
        onChange={(status) => onArrange({ status })}
        clearable
        clearButtonProps={{ 'aria-label': t('tests.any_status') }}
      />
      <Select
        aria-label={t('shared.detection_level')}
        comboboxProps={dropdownWhenOpened}
        placeholder={t('tests.any_detection')}
        size="xs"
        w={130}
        data={[
          ...levels.map(({ key, name }) => ({ value: key, label: name })),
          { value: 'none', label: t('tests.not_judged') },
        ]}
        value={arrangement.level}
        onChange={(level) => onArrange({ level })}
        clearable
        clearButtonProps={{ 'aria-label': t('tests.any_detection') }}
      />
      <MoreFilters {...props} />
      {arrangement.figure === null &&
      arrangement.technique === null &&
      arrangement.sighted === null ? null : (
        <Counted mission={mission} arrangement={arrangement} onArrange={onArrange} />
      )}
      <Select
        aria-label={t('tests.group')}
        comboboxProps={dropdownWhenOpened}
        size="xs"
        w={124}
        data={groupKeys.map((value) => ({ value, label: t(`mission_editor.group.${value}`) }))}
        value={arrangement.group}
        onChange={(group) => onArrange({ group })}
        allowDeselect={false}
      />
      <ColumnChooser shown={shown} />
      <ViewMenu />
      <ActionIcon
        size={28}
        variant="subtle"
        color="gray"
        className={styles.clear as string}
        data-idle={!isFiltered(arrangement) && arrangement.sort === 'order' ? true : undefined}
        aria-label={t('tests.clear')}
        title={t('tests.clear_filters_and_order')}
        onClick={() => onArrange({ ...noFilters, sort: null, dir: null })}
      >
        <IconFilterOff size={15} aria-hidden />
      </ActionIcon>
      <Text size="xs" c="dimmed" role="status" className={styles.count as string}>
        {ofSeen(
          mission,
          count === mission.counts.tests
            ? t('shared.count.tests', { count })
            : t('tests.count_of_tests_tests', { count, tests: mission.counts.tests }),
        )}
      </Text>
      {marked > 0 ? (
        <Button size="xs" px={10} variant="light" title={t('tests.changed_by_others')} onClick={onClearMarks}>
          {t('tests.mark_marked_as_seen', { marked })}
        </Button>
      ) : null}
      {actions.addTests && actions.append ? (
        <AddMenu addTests={actions.addTests} append={actions.append} />
      ) : null}
      {actions.outline ? (
        <ActionIcon
          component={Link}
          to={actions.outline}
          size={28}
          variant="default"
          aria-label={t('tests.edit_order')}
          title={t('tests.edit_order')}
        >
          <IconListTree size={15} aria-hidden />
        </ActionIcon>
      ) : null}
    </search>
  );
}

/** Names the figure that counts the tests shown, and shows all again. */
function Counted({
  mission,
  arrangement,
  onArrange,
}: Pick<ToolbarProps, 'mission' | 'arrangement' | 'onArrange'>) {
  const tools = useQuery(toolsOf(arrangement.tool === null ? null : (mission.organisation?.id ?? null)));
  const tool = tools.data?.find(({ id }) => id === arrangement.tool)?.name;
  return (
    <Button
      size="xs"
      px={10}
      variant="light"
      rightSection={<IconX size={13} aria-hidden />}
      title={t('results.figure.clear')}
      onClick={() => onArrange({ figure: null, tool: null, technique: null, sighted: null, runs: null })}
    >
      {t('results.figure.only', { figure: nameChosen({ ...arrangement, tool }) })}
    </Button>
  );
}

function AddMenu({ addTests, append }: { addTests: () => void; append: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          px={10}
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<IconChevronDown size={13} aria-hidden />}
        >
          {t('shared.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={addTests}>{t('tests.add_tests_2')}</Menu.Item>
        <Menu.Item onClick={append}>{t('tests.append_scenarios_2')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rarely used filters; the button shows how many are set. */
function MoreFilters(props: ToolbarProps) {
  const active = moreFilters.filter((name) => props.arrangement[name] !== null).length;
  return (
    <Popover position="bottom-start" keepMounted={false} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          px={10}
          className={styles.filters as string}
          variant={active > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={14} aria-hidden />}
        >
          {active > 0 ? t('tests.filters_active', { active }) : t('tests.filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterFields {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

const moreFilters = ['scenario', 'tactic', 'assignee', 'tag', 'expected'] as const;

function FilterFields({ mission, arrangement, onArrange }: ToolbarProps) {
  const { tactics } = useTactics(mission, true);
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const tags = [...new Set(tests.flatMap((test) => test.tags))].sort();
  const fields: Record<(typeof moreFilters)[number], { label: string; any: string; data: Choice[] }> = {
    scenario: {
      label: t('shared.scenario'),
      any: t('tests.any_scenario'),
      data: mission.scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
    },
    tactic: {
      label: t('shared.tactic'),
      any: t('tests.any_tactic'),
      data: tactics.map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
    },
    assignee: {
      label: t('tests.assignee'),
      any: t('tests.anybody'),
      data: [
        ...mission.members.map(({ user }) => ({ value: user.id, label: toVisibleText(user.display_name) })),
        { value: 'none', label: t('tests.nobody') },
      ],
    },
    tag: {
      label: t('tests.tag'),
      any: t('tests.any_tag'),
      data: tags.map((tag) => ({ value: tag, label: toVisibleText(tag) })),
    },
    expected: {
      label: t('tests.expectations'),
      any: t('tests.any_expectation'),
      data: [
        ...keptVerdicts.map((value) => ({ value, label: t(`names.verdict.${value}`) })),
        { value: 'none', label: t('tests.nothing_expected') },
      ],
    },
  };
  return (
    <Stack gap={8} w={240}>
      {moreFilters.map((name) => (
        <Select
          key={name}
          label={fields[name].label}
          comboboxProps={dropdownWithin}
          placeholder={fields[name].any}
          size="xs"
          data={fields[name].data}
          value={arrangement[name]}
          onChange={(value) => onArrange({ [name]: value })}
          searchable
          openOnFocus={false}
          clearable
          clearButtonProps={{ 'aria-label': fields[name].any }}
        />
      ))}
    </Stack>
  );
}

type Choice = { value: string; label: string };
