import { ActionIcon, Button, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { isDone, type SimulationMove } from '../../../domain/simulations.ts';
import { tactics as fixedTactics } from '../../../domain/tactics.ts';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { CatalogTags } from '../../ui/catalog-tags.tsx';
import { HistoryLink } from '../../ui/history-link.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { KeysHelp } from '../../ui/keys-help.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { FieldWriter, Snapshot } from '../../ui/record/field-writer.ts';
import {
  type FieldContext,
  LabelLine,
  LevelField,
  MomentField,
  pickShownValue,
  TextField,
} from '../../ui/record/fields.tsx';
import { toIds, toText } from '../../ui/record/listed-ids.ts';
import { StepButtons } from '../../ui/record/step-buttons.tsx';
import type { Steps } from '../../ui/record/use-steps.ts';
import { simulationKeys } from '../../ui/shortcuts.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toVisibleText } from '../../ui/visible-text.ts';
import { FactsSection } from '../facts/facts-section.tsx';
import { LevelNote } from '../facts/level-note.tsx';
import { fieldName, type SimulationField, toVersion } from './simulation-fields.ts';
import { SimulationStatusBadge } from './simulation-status-badge.tsx';
import styles from './simulation-view.module.css';
import { simulationMoveLabel } from './simulation-words.ts';
import { TacticField } from './tactic-field.tsx';
import { LinkedTasks } from './tasks/linked-tasks.tsx';
import { TechniqueField } from './technique-field.tsx';

type Props = {
  simulation: Simulation;
  engagement: Engagement | undefined;
  levels: readonly DetectionLevel[];
  writer: FieldWriter<SimulationField>;
  snapshot: Snapshot<SimulationField>;
  mayWriteRed: boolean;
  mayWriteSoc: boolean;
  mayLink: boolean;
  mayDelete: boolean;
  /** Those this person may make from where the simulation is. */
  moves: readonly SimulationMove[];
  isMoving: boolean;
  onMove: (move: SimulationMove) => void;
  onCompare: (field: SimulationField) => void;
  onEdit: () => void;
  onDelete: () => void;
  steps: Steps;
  /** What is offered above the fields. */
  offer: ReactNode;
};

type Context = FieldContext<SimulationField>;

/** The most that can be written by hand; what C2 tasks bring can be longer. */
const longestText = 200_000;

export function SimulationView(props: Props) {
  const { simulation, engagement, writer, snapshot, onCompare } = props;
  const { values } = toVersion(simulation);
  const context: Context = { values, writer, snapshot, onCompare };
  return (
    <Stack gap="sm">
      <PageHead
        trail={[
          { to: '/engagements', label: 'Engagements' },
          { to: `/engagements/${simulation.engagement_id}`, label: engagement?.name ?? 'Engagement' },
        ]}
        title={simulation.name}
        beside={<SimulationStatusBadge status={simulation.status} />}
        actions={<Actions {...props} />}
      />
      <HistoryLink to={`/engagements/${simulation.engagement_id}/simulations/${simulation.id}/history`} />
      {simulation.description ? (
        <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {toVisibleText(simulation.description)}
        </Text>
      ) : null}
      {isDone(simulation.status) ? (
        <Text size="sm" role="note" className={styles.notice}>
          This simulation is done: everything can be read, nothing can be changed until it is reopened.
        </Text>
      ) : null}
      {props.offer}
      <Tags {...props} context={context} />
      <div className={styles.sides}>
        <RedSide {...props} context={context} />
        <SocSide {...props} context={context} />
      </div>
      <LinkedTasks
        engagementId={simulation.engagement_id}
        simulationId={simulation.id}
        mayLink={props.mayLink}
        isDone={isDone(simulation.status)}
      />
    </Stack>
  );
}

function Actions({ moves, isMoving, onMove, onEdit, onDelete, mayWriteRed, mayDelete, steps }: Props) {
  return (
    <>
      {moves.map((move, index) => (
        <Button
          key={move.to}
          variant={index === 0 && !isDone(move.from) ? 'filled' : 'default'}
          disabled={isMoving}
          onClick={() => onMove(move)}
        >
          {simulationMoveLabel[move.name]}
        </Button>
      ))}
      <StepButtons what="simulation" steps={steps} />
      <KeysHelp keys={simulationKeys} />
      {mayDelete ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More about this simulation">
              <IconDots size={17} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayWriteRed ? (
              <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
                Edit name and description
              </Menu.Item>
            ) : null}
            <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
              Delete simulation
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}

type SideProps = Props & { context: Context };

function Tags({ simulation, mayWriteRed, context }: SideProps) {
  const { writer } = context;
  // Tags that are not saved yet take their names from the search.
  const names = useRef(new Map<string, string>());
  for (const { id, name } of simulation.techniques) names.current.set(id, name);
  if (!mayWriteRed) {
    if (simulation.techniques.length === 0 && simulation.tactics.length === 0) return null;
    return <CatalogTags tags={listTags(simulation)} />;
  }
  const techniques = { ...context, field: 'technique_ids', label: '', readOnly: false } as const;
  const tactics = { ...context, field: 'tactic_ids', label: '', readOnly: false } as const;
  return (
    <div className={styles.sides}>
      <div>
        <TechniqueField
          label={fieldName.technique_ids}
          value={toIds(pickShownValue(techniques)).map((id) => ({ id, name: names.current.get(id) ?? '' }))}
          onChange={(chosen) => {
            for (const { id, name } of chosen) names.current.set(id, name);
            writer.edit('technique_ids', toText(chosen.map(({ id }) => id)));
          }}
        />
        <LabelLine {...techniques} />
      </div>
      <div>
        <TacticField
          value={toIds(pickShownValue(tactics)).filter((id) =>
            fixedTactics.some((tactic) => tactic.id === id),
          )}
          onChange={(ids) => writer.edit('tactic_ids', toText(ids))}
        />
        <LabelLine {...tactics} />
      </div>
    </div>
  );
}

function listTags({ techniques, tactics }: Simulation): NamedTag[] {
  return [
    ...techniques.map(({ id, name }) => ({
      kind: id.includes('.') ? ('subtechnique' as const) : ('technique' as const),
      external_id: id,
      name,
    })),
    ...tactics.map(({ id, name }) => ({ kind: 'tactic' as const, external_id: id, name })),
  ];
}

function RedSide({ simulation, mayWriteRed, context }: SideProps) {
  const readOnly = !mayWriteRed;
  const isLong = (simulation.output ?? '').length > longestText;
  return (
    <SidePanel side="red" title="Red team" beside={readOnly ? <ForReading /> : null}>
      <TextField {...context} field="objective" label={fieldName.objective} readOnly={readOnly} />
      <TextField {...context} field="command" label={fieldName.command} readOnly={readOnly} mono />
      <MomentField {...context} field="executed_at" label={fieldName.executed_at} readOnly={readOnly} />
      {isLong && !readOnly ? (
        <div>
          <LabelLine {...context} field="output" label={fieldName.output} readOnly />
          <HostileText text={simulation.output ?? ''} label={fieldName.output} />
          <Text size="xs" c="dimmed" mt={4}>
            Too long to be changed by hand.
          </Text>
        </div>
      ) : (
        <TextField
          {...context}
          field="output"
          label={fieldName.output}
          readOnly={readOnly}
          mono
          minRows={4}
        />
      )}
      <TextField {...context} field="red_comment" label="Comment" readOnly={readOnly} />
    </SidePanel>
  );
}

function SocSide({ simulation, engagement, levels, mayWriteSoc, context }: SideProps) {
  const readOnly = !mayWriteSoc;
  return (
    <SidePanel side="blue" title="SOC" beside={readOnly ? <ForReading /> : null}>
      <FactsSection
        of={simulation}
        place={{ simulationId: simulation.id }}
        client={engagement ? { what: 'engagement', organisation: engagement.organisation } : null}
        readOnly={readOnly}
      />
      <LevelField
        {...context}
        field="detection_level_id"
        label={fieldName.detection_level_id}
        readOnly={readOnly}
        levels={levels}
      />
      <LevelNote
        of={simulation}
        levels={levels}
        onUse={
          readOnly
            ? null
            : (level) => {
                context.writer.edit('detection_level_id', level);
                void context.writer.flush();
              }
        }
      />
      <MomentField {...context} field="detected_at" label={fieldName.detected_at} readOnly={readOnly} />
      <TextField {...context} field="soc_comment" label="Comment" readOnly={readOnly} minRows={4} />
    </SidePanel>
  );
}

function ForReading() {
  return (
    <Text span size="xs" c="dimmed">
      read-only
    </Text>
  );
}

export function SimulationSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading the simulation" role="status">
      <Skeleton height={26} width="40%" />
      <Skeleton height={60} />
      <div className={styles.sides}>
        <Skeleton height={380} />
        <Skeleton height={380} />
      </div>
    </Stack>
  );
}
