import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NamedTag } from '../../../../server/catalogue/contract.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { scenarioKeys } from '../../../ui/keys/shortcuts.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { findLanding, moveItem } from '../order.ts';
import styles from './scenario-steps.module.css';

/** A test template at one position of a scenario, which may contain it several times: `key` distinguishes them while moving. */
export type Step = { key: number; id: string; name: string; catalog_tags: NamedTag[] };

/** The tests of a scenario in order: by drag, by the arrows of a row, or by Alt and an arrow key. */
export function ScenarioSteps({ steps, onChange }: { steps: Step[]; onChange: (steps: Step[]) => void }) {
  useKeysHelp(scenarioKeys());
  const list = useRef<HTMLOListElement>(null);
  const [news, setNews] = useState('');
  const latest = useRef({ steps, onChange });
  latest.current = { steps, onChange };
  const focused = useRef<Element | null>(null);

  // A row moved in the document loses the focus.
  useLayoutEffect(() => {
    const element = focused.current;
    focused.current = null;
    if (element instanceof HTMLElement && list.current?.contains(element)) element.focus();
  });

  const move = useCallback((from: number, to: number) => {
    const { steps, onChange } = latest.current;
    const step = steps[from];
    if (step === undefined || to < 0 || to >= steps.length || from === to) return;
    focused.current = document.activeElement;
    onChange(moveItem(steps, from, to));
    setNews(t('templates.name_now_to_of_count', { name: step.name, to: to + 1, count: steps.length }));
  }, []);
  const remove = useCallback((index: number) => {
    const { steps, onChange } = latest.current;
    onChange(steps.filter((_, at) => at !== index));
    setNews(t('templates.name_removed', { name: steps[index]?.name ?? '' }));
    // A row loses the focus when it is moved.
    requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('li');
      rows?.[Math.min(index, rows.length - 1)]?.focus();
    });
  }, []);

  return (
    <>
      <ol className={styles.steps} ref={list} aria-label={t('templates.tests_in_order')}>
        {steps.map((step, index) => (
          <StepRow
            key={step.key}
            step={step}
            index={index}
            isLast={index === steps.length - 1}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </>
  );
}

/** Not `disabled`: the button keeps the focus when its row reaches an end. */
const unavailable = { 'aria-disabled': true, 'data-disabled': true } as const;

type RowProps = {
  step: Step;
  index: number;
  isLast: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
};

const StepRow = memo(function StepRow({ step, index, isLast, onMove, onRemove }: RowProps) {
  const { row, isDragged, half } = useStepDrag(index, onMove);
  const moveWithAlt = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(index, to);
  };
  return (
    <li
      ref={row}
      className={styles.step}
      data-dragged={isDragged || undefined}
      data-drop={half ?? undefined}
      tabIndex={-1}
      onKeyDown={moveWithAlt}
    >
      <span className={styles.grip} aria-hidden>
        <IconGripVertical size={16} />
      </span>
      <span className={styles.number}>{index + 1}</span>
      <span className={styles.name}>
        <Name line>{step.name}</Name>
        <CatalogTags tags={step.catalog_tags} short max={3} />
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('templates.move_up_name', { name: step.name })}
        aria-keyshortcuts="Alt+ArrowUp"
        {...(index === 0 ? unavailable : {})}
        onClick={() => onMove(index, index - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('templates.move_down_name', { name: step.name })}
        aria-keyshortcuts="Alt+ArrowDown"
        {...(isLast ? unavailable : {})}
        onClick={() => onMove(index, index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('templates.remove_name', { name: step.name })}
        onClick={() => onRemove(index)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
});

/** Makes a row draggable and a drop target; `half` is the half over which the dragged row is held. */
function useStepDrag(index: number, onMove: (from: number, to: number) => void) {
  const row = useRef<HTMLLIElement>(null);
  const [isDragged, setDragged] = useState(false);
  const [half, setHalf] = useState<'upper' | 'lower' | null>(null);
  useEffect(() => {
    const element = row.current as HTMLLIElement;
    const findHalf = (y: number) => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2 ? 'upper' : 'lower';
    };
    const stopDragging = draggable({
      element,
      getInitialData: () => ({ step: index }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
    const stopReceiving = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.step === 'number',
      onDrag: ({ source, location }) =>
        setHalf(source.data.step === index ? null : findHalf(location.current.input.clientY)),
      onDragLeave: () => setHalf(null),
      onDrop: ({ source, location }) => {
        setHalf(null);
        const from = source.data.step as number;
        onMove(from, findLanding(from, index, findHalf(location.current.input.clientY)));
      },
    });
    return () => {
      stopDragging();
      stopReceiving();
    };
  }, [index, onMove]);
  return { row, isDragged, half };
}
