import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { wasRun } from '../../../../domain/missions.ts';
import type { Mission, Scenario, TestSummary } from '../../../../server/missions/contract.ts';
import type { Transfer, Transferred } from '../../../api/missions/transfers.ts';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { outlineKeys } from '../../../ui/keys/shortcuts.ts';
import { t } from '../../../words.ts';
import { useHiding } from '../hiding/use-hiding.ts';
import { TransferDialog } from '../transfers/transfer-dialog.tsx';
import { NameField } from './name-field.tsx';
import styles from './outline-editor.module.css';
import { AddLine, ScenarioLine, TestLine } from './outline-line.tsx';
import {
  findTestLanding,
  findTestStep,
  type Half,
  listOutlineLines,
  type OutlineLine,
  type Place,
} from './outline-lines.ts';
import { PlaceDialog } from './place-dialog.tsx';
import type { Dragged } from './use-outline-drag.ts';
import { useOutlineEdits } from './use-outline-edits.tsx';

const lineHeight = 38;

type Props = { mission: Mission; onAddTests: () => void; onDone: () => void };

/** The scenarios and tests of a mission in order, arranged by drag, by keys and by menus. */
export function OutlineEditor({ mission: saved, onAddTests, onDone }: Props) {
  const { mission, edits } = useOutlineEdits(saved);
  const hiding = useHiding(saved);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [placed, setPlaced] = useState<TestSummary | null>(null);
  const [leaving, setLeaving] = useState<{ what: Transferred; how: Transfer } | null>(null);
  const [news, setNews] = useState('');
  const lines = useMemo(() => listOutlineLines(mission, folded), [mission, folded]);
  const latest = useRef({ mission, lines, hiding });
  latest.current = { mission, lines, hiding };
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(260);
  useLayoutEffect(() => setOffset((list.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => lineHeight,
    overscan: 12,
    scrollMargin: offset,
    scrollPaddingStart: 60,
    scrollPaddingEnd: 80,
    getItemKey: (index) => (lines[index] as OutlineLine).key,
  });
  const focusOn = useFocus(list, lines, (index) => virtual.scrollToIndex(index));

  const hideTest = useCallback(
    (test: TestSummary, hidden: true | null) => void latest.current.hiding?.hideTests([test], hidden),
    [],
  );
  const unfold = useCallback((id: string) => {
    setFolded((before) => {
      if (!before.has(id)) return before;
      const next = new Set(before);
      next.delete(id);
      return next;
    });
  }, []);
  const place = useCallback(
    (test: TestSummary, to: Place | null, withUndo: boolean) => {
      if (to === null) return;
      const scenario = latest.current.mission.scenarios.find(({ id }) => id === to.scenario_id);
      unfold(to.scenario_id);
      edits.placeTest(test, to, withUndo);
      focusOn(test.id);
      setNews(
        t('mission_editor.now_in', {
          test: test.name,
          place: to.position + 1,
          scenario: scenario?.name ?? '',
        }),
      );
    },
    [edits, focusOn, unfold],
  );
  const placeScenario = useCallback(
    (scenario: Scenario, to: number, withUndo: boolean) => {
      const { scenarios } = latest.current.mission;
      if (to < 0 || to >= scenarios.length || scenarios[to]?.id === scenario.id) return;
      edits.placeScenario(scenario, to, withUndo);
      focusOn(scenario.id);
      setNews(
        t('mission_editor.name_now_to_of_count', {
          name: scenario.name,
          to: to + 1,
          count: scenarios.length,
        }),
      );
    },
    [edits, focusOn],
  );
  const find = useCallback((key: string) => latest.current.lines.find((line) => line.key === key), []);
  const drop = useCallback(
    (dragged: Dragged, key: string, half: Half) => {
      const [line, onto] = [find(dragged.key), find(key)];
      if (onto === undefined) return;
      if (line?.kind === 'test') place(line.test, findTestLanding(line.test, onto, half), true);
      if (line?.kind !== 'scenario' || onto.kind !== 'scenario') return;
      const gap = half === 'upper' ? onto.index : onto.index + 1;
      placeScenario(line.scenario, line.index < gap ? gap - 1 : gap, true);
    },
    [place, placeScenario, find],
  );
  const step = useCallback(
    (key: string, by: -1 | 1) => {
      const line = find(key);
      if (line?.kind === 'scenario') placeScenario(line.scenario, line.index + by, false);
      if (line?.kind === 'test') place(line.test, findTestStep(latest.current.mission, line.test, by), false);
    },
    [place, placeScenario, find],
  );
  const remove = useCallback(
    (key: string) => {
      const { lines } = latest.current;
      const at = lines.findIndex((line) => line.key === key);
      const line = lines[at];
      if (line === undefined) return;
      if (line.kind === 'test') edits.removeTest(line.test);
      else edits.removeScenario(line.scenario);
      focusOn((lines[at + 1] ?? lines[at - 1])?.key ?? '');
    },
    [edits, focusOn],
  );
  const leave = useCallback((what: Transferred, how: Transfer) => setLeaving({ what, how }), []);
  const toggle = useCallback((id: string) => {
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);

  const listenForKeys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const key = target.closest<HTMLElement>('[data-line]')?.dataset.line;
    const at = lines.findIndex((line) => line.key === key);
    const line = lines[at];
    if (line === undefined || !target.matches('[data-handle]') || event.ctrlKey || event.metaKey) return;
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (event.key === 'Delete' && line.kind === 'test' && isRemovable(line.test)) remove(line.key);
    else if (by !== undefined && event.altKey) step(line.key, by);
    else if (by !== undefined && lines[at + by] !== undefined) focusOn(lines[at + by]?.key ?? '');
    else return;
    event.preventDefault();
  };

  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <section aria-label={t('mission_editor.outline')} className={styles.editor}>
      <div className={styles.bar}>
        <span className={styles.hint}>{t('mission_editor.drag_a_line_use_its_menu')}</span>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={onAddTests}
        >
          {t('mission_editor.add_tests_2')}
        </Button>
        <KeysHelp keys={outlineKeys()} />
        <Button size="compact-md" leftSection={<IconCheck size={15} aria-hidden />} onClick={onDone}>
          {t('mission_editor.done')}
        </Button>
      </div>
      <ul
        ref={list}
        className={styles.lines}
        aria-label={t('mission_editor.scenarios_and_tests')}
        onKeyDown={listenForKeys}
      >
        {before > 0 ? <li aria-hidden style={{ height: before }} /> : null}
        {items.map(({ index }) => {
          const line = lines[index] as OutlineLine;
          if (line.kind === 'add') {
            return <AddLine key={line.key} line={line} onDrop={drop} onAdd={edits.addTest} />;
          }
          if (line.kind === 'test') {
            return (
              <TestLine
                key={line.key}
                test={line.test}
                index={line.index}
                missionId={mission.id}
                isRemovable={isRemovable(line.test)}
                onDrop={drop}
                onStep={step}
                onRemove={remove}
                onTransfer={leave}
                onPlace={setPlaced}
                onHide={hiding === null ? null : hideTest}
              />
            );
          }
          return (
            <ScenarioLine
              key={line.key}
              line={line}
              isFolded={folded.has(line.scenario.id)}
              onToggle={toggle}
              onDrop={drop}
              onStep={step}
              onRemove={remove}
              onTransfer={leave}
              onRename={edits.renameScenario}
              onHide={hiding?.hideScenario ?? null}
            />
          );
        })}
        {after > 0 ? <li aria-hidden style={{ height: after }} /> : null}
      </ul>
      <NameField
        label={t('mission_editor.name_of_a_new_scenario')}
        placeholder={t('mission_editor.new_scenario')}
        submit={t('mission_editor.add_scenario')}
        draft={`mission-new-scenario.${mission.id}`}
        onSave={edits.addScenario}
      />
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {placed === null ? null : (
        <PlaceDialog mission={mission} test={placed} onClose={() => setPlaced(null)} />
      )}
      {leaving === null ? null : (
        <TransferDialog mission={mission} {...leaving} onClose={() => setLeaving(null)} />
      )}
    </section>
  );
}

/** Whether the listed data permits removal; the server may refuse for other reasons. */
function isRemovable({ status, run_number, evidence_count, outcome }: TestSummary): boolean {
  return !wasRun(status) && run_number === 1 && evidence_count === 0 && outcome === null;
}

/** Focuses a line once it is in place: moving it in the document loses the focus. */
function useFocus(
  list: React.RefObject<HTMLElement | null>,
  lines: readonly OutlineLine[],
  show: (index: number) => void,
): (key: string) => void {
  const awaited = useRef<string | null>(null);
  const [, look] = useState(0);
  const shown = useRef({ lines, show });
  shown.current = { lines, show };
  useLayoutEffect(() => {
    const key = awaited.current;
    if (key === null) return;
    const line = list.current?.querySelector(`[data-line="${CSS.escape(key)}"]`);
    const handle = line?.querySelector<HTMLElement>('[data-handle]');
    if (handle === null || handle === undefined) return;
    awaited.current = null;
    handle.focus();
  });
  return useCallback((key: string) => {
    awaited.current = key;
    const index = shown.current.lines.findIndex((line) => line.key === key);
    if (index !== -1) shown.current.show(index);
    look((times) => times + 1);
  }, []);
}
