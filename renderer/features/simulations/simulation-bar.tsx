import { ActionIcon, Anchor, Breadcrumbs, Button, Menu, Title } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { isDone } from '../../../domain/simulations.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { UndoInBar } from '../../ui/dialogs/undo.tsx';
import { KeysHelp } from '../../ui/keys/keys-help.tsx';
import { simulationKeys } from '../../ui/keys/shortcuts.ts';
import { NoteOpened } from '../../ui/pages/opened.tsx';
import { Fact } from '../../ui/pages/page-head.tsx';
import styles from '../../ui/record/record-bar.module.css';
import { SaveSummary } from '../../ui/record/save-state.tsx';
import { StepButtons } from '../../ui/record/step-buttons.tsx';
import { Name } from '../../ui/text/name.tsx';
import { describeSpan } from '../../ui/times/typed-moment.ts';
import { t } from '../../words.ts';
import { fieldName } from './simulation-fields.ts';
import { SimulationStatusBadge } from './simulation-status-badge.tsx';
import type { SimulationViewProps } from './simulation-view-props.ts';

/** The breadcrumb back to the engagement. */
export function SimulationTrail({
  simulation,
  engagement,
}: {
  simulation: Simulation;
  engagement: Engagement | undefined;
}) {
  return (
    <>
      <title>{t('simulations.slice_damson', { slice: toVisibleText(simulation.name).slice(0, 120) })}</title>
      <NoteOpened
        kind="simulation"
        path={`/engagements/${simulation.engagement_id}/simulations/${simulation.id}`}
        name={simulation.name}
      />
      <Breadcrumbs component="nav" aria-label={t('simulations.breadcrumb')} separatorMargin={6}>
        <Anchor component={Link} to="/engagements" size="xs" lh={1.4}>
          {t('shared.engagements')}
        </Anchor>
        <Anchor
          component={Link}
          to={`/engagements/${simulation.engagement_id}`}
          size="xs"
          lh={1.4}
          maw={320}
          truncate
        >
          <Name>{engagement?.name ?? t('shared.engagement')}</Name>
        </Anchor>
      </Breadcrumbs>
    </>
  );
}

/** Sticky bar of a simulation: its name, status and actions. */
export function SimulationBar(props: SimulationViewProps) {
  const { simulation, moves, steps, writer, onCompare, mayDelete } = props;
  const { executed_at, detected_at, status, name } = simulation;
  const span = executed_at && detected_at ? describeSpan(executed_at, detected_at) : null;
  return (
    <div className={styles.bar} data-bar="">
      <div className={styles.name}>
        <Title order={1} className={styles.title ?? ''} title={toVisibleText(name)}>
          <Name>{name}</Name>
        </Title>
        <div className={styles.facts}>
          <SimulationStatusBadge status={status} />
          {span === null ? null : (
            <span className={styles.span}>
              <Fact label={t('shared.time_to_detect')}>{span}</Fact>
            </span>
          )}
          <SaveSummary writer={writer} names={fieldName()} onCompare={onCompare} />
          <UndoInBar />
        </div>
      </div>
      <div className={styles.actions}>
        {moves.possible.map((move, index) => (
          <Button
            key={move.to}
            variant={index === 0 && !isDone(move.from) ? 'filled' : 'default'}
            disabled={moves.isMoving}
            onClick={() => moves.run(move)}
          >
            {t(`simulations.simulation_move.${move.name}`)}
          </Button>
        ))}
        <StepButtons what={t('simulations.simulation')} steps={steps} />
        <KeysHelp keys={simulationKeys()} />
        {mayDelete ? <More {...props} /> : null}
      </div>
    </div>
  );
}

function More({ mayWriteRed, onEdit, onDelete }: SimulationViewProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('simulations.more_about_this_simulation')}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayWriteRed ? (
          <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
            {t('simulations.edit_name_and_description')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
          {t('simulations.delete_simulation')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
