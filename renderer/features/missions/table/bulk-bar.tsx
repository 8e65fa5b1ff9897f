import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { wasRun } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { PickOne } from '../../../ui/pick/pick-one.tsx';
import { t } from '../../../words.ts';
import type { BulkMove, MissionActions } from '../actions/use-mission-actions.tsx';
import { isHidden } from '../hiding/hidden-tests.ts';
import { RevealDialog } from '../hiding/reveal-dialog.tsx';
import { useHiding } from '../hiding/use-hiding.ts';
import { RunAgainDialog } from '../runs/run-again-dialog.tsx';
import { BulkTags } from './bulk-tags.tsx';
import styles from './test-table.module.css';
import type { TestEdits } from './use-test-edits.tsx';

/** Actions for the selected tests; every move button shows the number of tests affected. */
export const BulkBar = memo(function BulkBar({
  chosen,
  mission,
  actions,
  edits,
  onDone,
}: {
  chosen: readonly TestSummary[];
  mission: Mission;
  actions: MissionActions;
  edits: TestEdits;
  onDone: () => void;
}) {
  const [running, setRunning] = useState<{ done: number; of: number } | null>(null);
  const [again, setAgain] = useState(false);
  const [isRevealing, setRevealing] = useState(false);
  const hiding = useHiding(mission);
  const hidden = chosen.filter(isHidden);
  const seen = chosen.filter((test) => !isHidden(test));
  const isBusy = running !== null;
  const ran = actions.runAgain === null ? [] : chosen.filter(({ status }) => wasRun(status));
  const run = async (of: number, write: (onProgress: (done: number) => void) => Promise<void>) => {
    setRunning({ done: 0, of });
    await write((done) => setRunning({ done, of }));
    setRunning(null);
    onDone();
  };
  const move = (each: BulkMove) =>
    run(each.tests.length, (onProgress) => actions.moveTests(each, onProgress));
  const { level, assign, tag, place } = edits;
  const elsewhere = mission.scenarios.filter(({ id }) => chosen.some((test) => test.scenario_id !== id));
  return (
    <section className={styles.bulk} aria-label={t('tests.selected_tests')}>
      <Text size="sm" fw={500} role="status">
        {running
          ? t('tests.done_of_of', { done: running.done, of: running.of })
          : t('tests.count_selected', { count: chosen.length })}
      </Text>
      {actions.bulkMoves(chosen).map((each) => (
        <Button
          key={each.name}
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => move(each)}
          title={t('tests.value_side', { value: t(`names.side.${each.side}`) })}
        >
          {t('shared.counted', { label: t(`tests.test_move.${each.name}`), count: each.tests.length })}
        </Button>
      ))}
      {ran.length > 0 ? (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => setAgain(true)}>
          {t('tests.run_again_count', { count: ran.length })}
        </Button>
      ) : null}
      {hiding === null ? null : (
        <>
          {seen.length > 0 ? (
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              onClick={() => run(seen.length, () => hiding.hideTests(seen, true))}
            >
              {t('hiding.hide_count', { count: seen.length })}
            </Button>
          ) : null}
          {hidden.length > 0 ? (
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => setRevealing(true)}>
              {t('hiding.reveal_count', { count: hidden.length })}
            </Button>
          ) : null}
        </>
      )}
      {level ? (
        <Menu position="top-start">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              rightSection={<IconChevronDown size={13} aria-hidden />}
            >
              {t('tests.detection')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {[...edits.levels, { id: null, name: t('tests.not_judged') }].map(({ id, name }) => (
              <Menu.Item
                key={id}
                onClick={() => run(chosen.length, (onProgress) => level(chosen, id, onProgress))}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {assign ? (
        <PickOne
          aria-label={t('tests.assign_the_selected_tests')}
          placeholder={t('tests.assign_to')}
          size="xs"
          w={150}
          disabled={isBusy}
          comboboxProps={{ keepMounted: false, position: 'top-start' }}
          data={[
            { value: '', label: t('tests.nobody') },
            ...edits.people.map(({ id, display_name }) => ({
              value: id,
              label: toVisibleText(display_name),
            })),
          ]}
          onPick={(id) => void run(chosen.length, () => assign(chosen, id || null))}
        />
      ) : null}
      {place && elsewhere.length > 0 ? (
        <PickOne
          aria-label={t('tests.move_the_selected_tests_to_a')}
          placeholder={t('tests.move_to')}
          size="xs"
          w={150}
          disabled={isBusy}
          nothingFoundMessage={t('tests.no_such_scenario')}
          comboboxProps={{ keepMounted: false, position: 'top-start', width: 280 }}
          data={elsewhere.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
          onPick={(id) => void run(chosen.length, (onProgress) => place(chosen, id, onProgress))}
        />
      ) : null}
      {tag ? (
        <BulkTags
          chosen={chosen}
          known={edits.knownTags}
          isBusy={isBusy}
          onSave={(change) => run(chosen.length, () => tag(chosen, change))}
        />
      ) : null}
      <Button size="xs" variant="subtle" color="gray" ml="auto" disabled={isBusy} onClick={onDone}>
        {t('tests.clear_selection')}
      </Button>
      {isRevealing ? (
        <RevealDialog mission={mission} tests={hidden} onClose={() => setRevealing(false)} onDone={onDone} />
      ) : null}
      {again && actions.runAgain ? (
        <RunAgainDialog
          draft="runs"
          title={
            ran.length === 1 ? t('tests.run_it_again') : t('tests.run_tests_again', { count: ran.length })
          }
          onRun={async (reason) => {
            await actions.runAgain?.(ran, reason);
            onDone();
          }}
          onClose={() => setAgain(false)}
        >
          {t('tests.what_stands_in_them_becomes_a')}
        </RunAgainDialog>
      ) : null}
    </section>
  );
});
