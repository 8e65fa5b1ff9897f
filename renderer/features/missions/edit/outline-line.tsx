import { Anchor, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowMoveRight,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import type { Scenario, TestSummary } from '../../../../server/missions/contract.ts';
import type { Transfer, Transferred } from '../../../api/missions/transfers.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { TestStatusBadge } from '../badges.tsx';
import { HiddenMark } from '../hiding/hidden-mark.tsx';
import type { HidingActions } from '../hiding/use-hiding.ts';
import { TransferItems } from '../transfers/transfer-items.tsx';
import { NameField } from './name-field.tsx';
import styles from './outline-editor.module.css';
import type { Half, OutlineLine } from './outline-lines.ts';
import { type Dragged, useOutlineDrag } from './use-outline-drag.ts';

type Shared = {
  /** Called when an element is dropped on the line with this key. */
  onDrop: (dragged: Dragged, key: string, half: Half) => void;
  onStep: (key: string, by: -1 | 1) => void;
  onRemove: (key: string) => void;
  onTransfer: (what: Transferred, how: Transfer) => void;
};
type LineOf<Kind extends OutlineLine['kind']> = Extract<OutlineLine, { kind: Kind }>;

/** A scenario, which can be renamed in place. */
export const ScenarioLine = memo(function ScenarioLine({
  line,
  isFolded,
  onToggle,
  onDrop,
  onStep,
  onRemove,
  onTransfer,
  onRename,
  onHide,
}: Shared & {
  line: LineOf<'scenario'>;
  isFolded: boolean;
  onToggle: (id: string) => void;
  onRename: (scenario: Scenario, name: string) => Promise<unknown>;
  /** Null for people who may not. */
  onHide: HidingActions['hideScenario'] | null;
}) {
  const { element, isDragged, half } = useOutlineDrag(line, onDrop);
  const [isNaming, setNaming] = useState(false);
  const { scenario } = line;
  const { length } = scenario.tests;
  const Picture = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <li
      ref={element}
      className={styles.scenario}
      data-line={line.key}
      data-dragged={isDragged || undefined}
      data-drop={half ?? undefined}
    >
      <IconGripVertical className={styles.grip} size={15} aria-hidden />
      {isNaming ? (
        <NameField
          label={t('mission_editor.new_name_of_name', { name: scenario.name })}
          submit={t('shared.rename')}
          initial={scenario.name}
          onSave={(name) => onRename(scenario, name)}
          onClose={() => setNaming(false)}
        />
      ) : (
        <button
          type="button"
          className={styles.fold}
          data-handle
          aria-expanded={!isFolded}
          aria-keyshortcuts={'Alt+ArrowUp Alt+ArrowDown'}
          onClick={() => onToggle(scenario.id)}
        >
          <Picture size={15} aria-hidden />
          <Name line>{scenario.name}</Name>
          <span className={styles.count}>{t('shared.count.tests', { count: length })}</span>
        </button>
      )}
      <HiddenMark hiding={scenario.hiding} />
      <RowMenu of={scenario.name} returnFocus={!isNaming}>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setNaming(true)}>
          {t('shared.rename')}
        </Menu.Item>
        <StepItems of={line.key} onStep={onStep} />
        {onHide === null ? null : (
          <HideItem hiding={scenario.hiding} onHide={(hidden) => void onHide(scenario, hidden)} />
        )}
        <TransferItems
          onTransfer={(how) => onTransfer({ kind: 'scenario', id: scenario.id, name: scenario.name }, how)}
        />
        <Menu.Item
          leftSection={<IconTrash size={15} aria-hidden />}
          disabled={length > 0}
          onClick={() => onRemove(line.key)}
        >
          {length > 0 ? t('mission_editor.remove_only_without_tests') : t('shared.remove')}
        </Menu.Item>
      </RowMenu>
    </li>
  );
});

/** A test line. It only gets displayed values, so that a change of another test does not render it again. */
export const TestLine = memo(function TestLine({
  test,
  index,
  missionId,
  isRemovable,
  onDrop,
  onStep,
  onRemove,
  onTransfer,
  onPlace,
  onHide,
}: Shared & {
  test: TestSummary;
  index: number;
  missionId: string;
  isRemovable: boolean;
  onPlace: (test: TestSummary) => void;
  /** Null for people who may not. */
  onHide: ((test: TestSummary, hidden: true | null) => void) | null;
}) {
  const { element, isDragged, half } = useOutlineDrag({ kind: 'test', key: test.id }, onDrop);
  return (
    <li
      ref={element}
      className={styles.test}
      data-line={test.id}
      data-dragged={isDragged || undefined}
      data-drop={half ?? undefined}
    >
      <IconGripVertical className={styles.grip} size={15} aria-hidden />
      <span className={styles.number}>{index + 1}</span>
      <Anchor
        component={Link}
        to={`/missions/${missionId}/tests/${test.id}`}
        className={styles.name as string}
        size="sm"
        draggable={false}
        data-handle
        aria-keyshortcuts={'Alt+ArrowUp Alt+ArrowDown Delete'}
      >
        <Name line>{test.name}</Name>
      </Anchor>
      <span className={styles.tags}>
        <CatalogTags tags={test.catalog_tags} short max={2} />
      </span>
      <HiddenMark hiding={test.hiding} />
      <TestStatusBadge status={test.status} />
      <RowMenu of={test.name}>
        <StepItems of={test.id} onStep={onStep} />
        <Menu.Item leftSection={<IconArrowMoveRight size={15} aria-hidden />} onClick={() => onPlace(test)}>
          {t('mission_editor.move_to_another_scenario')}
        </Menu.Item>
        {onHide === null ? null : <HideItem hiding={test.hiding} onHide={(hidden) => onHide(test, hidden)} />}
        <TransferItems
          onTransfer={(how) => onTransfer({ kind: 'test', id: test.id, name: test.name }, how)}
        />
        <Menu.Item
          leftSection={<IconTrash size={15} aria-hidden />}
          disabled={!isRemovable}
          onClick={() => onRemove(test.id)}
        >
          {isRemovable ? t('shared.remove') : t('mission_editor.remove_never_once_it_has_results')}
        </Menu.Item>
      </RowMenu>
    </li>
  );
});

/** Hides a scenario or a test, or has it follow again; one that follows is revealed instead. */
function HideItem({
  hiding,
  onHide,
}: {
  hiding: TestSummary['hiding'];
  onHide: (hidden: true | null) => void;
}) {
  const isHidden = hiding?.hidden === true;
  const isHiddenItself = isHidden && !hiding.inherited;
  return (
    <Menu.Item
      leftSection={isHiddenItself ? <IconEye size={15} aria-hidden /> : <IconEyeOff size={15} aria-hidden />}
      disabled={isHidden && !isHiddenItself}
      onClick={() => onHide(isHiddenItself ? null : true)}
    >
      {t(isHiddenItself ? 'hiding.no_longer_hide' : 'hiding.hide')}
    </Menu.Item>
  );
}

function StepItems({ of, onStep }: { of: string; onStep: Shared['onStep'] }) {
  return (
    <>
      <Menu.Item leftSection={<IconArrowUp size={15} aria-hidden />} onClick={() => onStep(of, -1)}>
        {t('mission_editor.move_up')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown size={15} aria-hidden />} onClick={() => onStep(of, 1)}>
        {t('mission_editor.move_down')}
      </Menu.Item>
    </>
  );
}

/** The last line of a scenario, for adding a test by name. */
export const AddLine = memo(function AddLine({
  line,
  onDrop,
  onAdd,
}: Pick<Shared, 'onDrop'> & {
  line: LineOf<'add'>;
  onAdd: (scenario: Scenario, name: string) => Promise<unknown>;
}) {
  const { element, half } = useOutlineDrag(line, onDrop);
  const { scenario } = line;
  return (
    <li
      ref={element}
      className={styles.add}
      data-line={line.key}
      data-drop={half === null ? undefined : 'upper'}
    >
      <NameField
        label={t('mission_editor.name_of_a_new_test_in', { name: scenario.name })}
        placeholder={t('mission_editor.new_test')}
        submit={t('mission_editor.add_test')}
        draft={`mission-new-test.${scenario.id}`}
        isHandle
        onSave={(name) => onAdd(scenario, name)}
      />
    </li>
  );
});
