import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconRoute, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { scenarioKeys } from '../../../ui/keys/shortcuts.ts';
import { Name } from '../../../ui/text/name.tsx';
import { formatList, t } from '../../../words.ts';
import { findLanding, moveItem } from '../order.ts';
import styles from './scenario-steps.module.css';
import { StepFollows } from './step-follows.tsx';
import { followedBy, type Step, withoutStep } from './steps.ts';

/** The tests of a scenario in order: by drag, by the arrows of a row, or by Alt and an arrow key. */
export function ScenarioSteps({ steps, onChange }: { steps: Step[]; onChange: (steps: Step[]) => void }) {
  useKeysHelp(scenarioKeys());
  const list = useRef<HTMLOListElement>(null);
  const [news, setNews] = useState('');
  /** Key of the step whose links are being changed. */
  const [open, setOpen] = useState<number | null>(null);
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
    const step = steps[index];
    if (step === undefined) return;
    onChange(withoutStep(steps, step.key));
    setNews(t('templates.name_removed', { name: step.name }));
    // A row loses the focus when it is moved.
    requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('li');
      rows?.[Math.min(index, rows.length - 1)]?.focus();
    });
  }, []);

  const toggle = useCallback((key: number) => setOpen((shown) => (shown === key ? null : key)), []);
  const places = new Map(steps.map(({ key }, index) => [key, index]));
  const listFollowed = (step: Step) => {
    const followed = followedBy(step).map(({ key, condition }) => {
      const number = `${(places.get(key) ?? 0) + 1}`;
      return condition === null ? number : `${number} (${toVisibleText(condition)})`;
    });
    return followed.length === 0 ? '' : t('templates.follows', { steps: formatList(followed) });
  };

  return (
    <>
      <ol className={styles.steps} ref={list} aria-label={t('templates.tests_in_order')}>
        {steps.map((step, index) => (
          <StepRow
            key={step.key}
            step={step}
            index={index}
            isLast={index === steps.length - 1}
            followed={listFollowed(step)}
            onMove={move}
            onRemove={remove}
            onFollows={toggle}
          >
            {step.key === open ? (
              <StepFollows
                step={step}
                steps={steps}
                onChange={(follows) => onChange(steps.with(index, { ...step, follows }))}
              />
            ) : null}
          </StepRow>
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
  /** The numbers of the steps that it follows, in words; empty for none. */
  followed: string;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  onFollows: (key: number) => void;
  /** Where its links are changed; null while they are not. */
  children: ReactNode;
};

const StepRow = memo(function StepRow({
  step,
  index,
  isLast,
  followed,
  onMove,
  onRemove,
  onFollows,
  children,
}: RowProps) {
  const { row, isDragged, half } = useStepDrag(index, onMove);
  const moveWithAlt = (event: KeyboardEvent) => {
    // In a field, these keys belong to it.
    if (!event.altKey || event.target instanceof HTMLInputElement) return;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(index, to);
  };
  return (
    <li
      className={styles.step}
      data-dragged={isDragged || undefined}
      data-drop={half ?? undefined}
      tabIndex={-1}
      onKeyDown={moveWithAlt}
    >
      {/* Text in the fields below could not be selected if they were draggable. */}
      <div ref={row} className={styles.line}>
        <span className={styles.grip} aria-hidden>
          <IconGripVertical size={16} />
        </span>
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.name}>
          <Name line>{step.name}</Name>
          <CatalogTags tags={step.catalog_tags} short max={3} />
          {followed === '' ? null : (
            <Text size="xs" c="dimmed">
              {followed}
            </Text>
          )}
        </span>
        <span className={styles.buttons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('templates.follows_of', { name: step.name })}
            aria-expanded={children !== null}
            onClick={() => onFollows(step.key)}
          >
            <IconRoute size={16} aria-hidden />
          </ActionIcon>
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
        </span>
      </div>
      {children}
    </li>
  );
});

/** Makes a row draggable and a drop target; `half` is the half over which the dragged row is held. */
function useStepDrag(index: number, onMove: (from: number, to: number) => void) {
  const row = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const [half, setHalf] = useState<'upper' | 'lower' | null>(null);
  useEffect(() => {
    const element = row.current as HTMLDivElement;
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
