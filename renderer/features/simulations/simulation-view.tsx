import { Skeleton, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { isDone } from '../../../domain/simulations.ts';
import { tactics as fixedTactics } from '../../../domain/tactics.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { CatalogTags } from '../../ui/catalogue/catalog-tags.tsx';
import { TechniqueField } from '../../ui/catalogue/technique-field.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { ReadOnlyMark } from '../../ui/notes/read-only-mark.tsx';
import { HistoryLink } from '../../ui/pages/history-link.tsx';
import { type FieldContext, LabelLine, LevelField, TextField } from '../../ui/record/fields.tsx';
import { toIds, toText } from '../../ui/record/listed-ids.ts';
import { MomentField } from '../../ui/record/moment-field.tsx';
import { useShownValue } from '../../ui/record/use-field-state.ts';
import { t } from '../../words.ts';
import { EvidenceSection } from '../evidence/evidence-section.tsx';
import { FactsSection } from '../facts/facts-section.tsx';
import { LevelNote } from '../facts/level-note.tsx';
import { OutputField } from './output-field.tsx';
import { SimulationBar, SimulationTrail } from './simulation-bar.tsx';
import { fieldName, type SimulationField, toVersion } from './simulation-fields.ts';
import styles from './simulation-view.module.css';
import type { SimulationViewProps } from './simulation-view-props.ts';
import { TacticField } from './tactic-field.tsx';
import { LinkedTasks } from './tasks/linked-tasks.tsx';

type Context = FieldContext<SimulationField>;

export function SimulationView(props: SimulationViewProps) {
  const { simulation, engagement, evidence, writer, lastWrite, onCompare } = props;
  const { values } = toVersion(simulation);
  const context: Context = { values, writer, lastWrite, onCompare };
  return (
    <div className={styles.view}>
      <SimulationTrail simulation={simulation} engagement={engagement} />
      <SimulationBar {...props} />
      <HistoryLink to={`/engagements/${simulation.engagement_id}/simulations/${simulation.id}/history`} />
      {isDone(simulation.status) ? (
        <Text size="sm" role="note" className={styles.notice}>
          {t('simulations.this_simulation_is_done_everything_can')}
        </Text>
      ) : null}
      {props.offer}
      <div className={styles.columns}>
        <div className={styles.about}>
          {simulation.description ? (
            <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {toVisibleText(simulation.description)}
            </Text>
          ) : null}
          <Tags {...props} context={context} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for pasting */}
        <div
          className={styles.red}
          onPointerDown={() => evidence.onUsed('red')}
          onFocus={() => evidence.onUsed('red')}
        >
          <RedSide {...props} context={context} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for pasting */}
        <div
          className={styles.soc}
          onPointerDown={() => evidence.onUsed('blue')}
          onFocus={() => evidence.onUsed('blue')}
        >
          <SocSide {...props} context={context} />
        </div>
        <div className={styles.tasks}>
          <LinkedTasks
            engagementId={simulation.engagement_id}
            simulationId={simulation.id}
            mayLink={props.mayLink}
            isDone={isDone(simulation.status)}
          />
        </div>
      </div>
    </div>
  );
}

type SideProps = SimulationViewProps & { context: Context };

function Tags({ simulation, mayWriteRed, context }: SideProps) {
  const { writer } = context;
  // Unsaved tags get their names from the search.
  const names = useRef(new Map<string, string>());
  for (const { id, name } of simulation.techniques) names.current.set(id, name);
  const techniques = { ...context, field: 'technique_ids', label: '', readOnly: false } as const;
  const tactics = { ...context, field: 'tactic_ids', label: '', readOnly: false } as const;
  const techniqueIds = toIds(useShownValue(techniques));
  const tacticIds = toIds(useShownValue(tactics));
  if (!mayWriteRed) {
    if (simulation.techniques.length === 0 && simulation.tactics.length === 0) return null;
    return <CatalogTags tags={listTags(simulation)} />;
  }
  return (
    <div className={styles.tags}>
      <div>
        <TechniqueField
          label={fieldName().technique_ids}
          value={techniqueIds.map((id) => ({ id, name: names.current.get(id) ?? '' }))}
          onChange={(chosen) => {
            for (const { id, name } of chosen) names.current.set(id, name);
            writer.edit('technique_ids', toText(chosen.map(({ id }) => id)));
          }}
        />
        <LabelLine {...techniques} />
      </div>
      <div>
        <TacticField
          value={tacticIds.filter((id) => fixedTactics.some((tactic) => tactic.id === id))}
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

function RedSide({ simulation, mayWriteRed, evidence, context }: SideProps) {
  const readOnly = !mayWriteRed;
  return (
    <SidePanel side="red" title={t('simulations.red_team')} beside={readOnly ? <ReadOnlyMark /> : null}>
      <TextField {...context} field="objective" label={fieldName().objective} readOnly={readOnly} />
      <TextField {...context} field="command" label={fieldName().command} readOnly={readOnly} mono />
      <MomentField {...context} field="executed_at" label={fieldName().executed_at} readOnly={readOnly} />
      <OutputField {...context} simulation={simulation} readOnly={readOnly} />
      <TextField {...context} field="red_comment" label={t('shared.comment')} readOnly={readOnly} />
      <EvidenceSection {...evidence.of('red')} />
    </SidePanel>
  );
}

function SocSide({ simulation, engagement, levels, mayWriteSoc, evidence, context }: SideProps) {
  const readOnly = !mayWriteSoc;
  return (
    <SidePanel side="blue" title={t('simulations.soc')} beside={readOnly ? <ReadOnlyMark /> : null}>
      <FactsSection
        of={simulation}
        place={{ simulationId: simulation.id }}
        client={engagement ? { what: 'engagement', organisation: engagement.organisation } : null}
        files={evidence.files}
        technique={simulation.techniques[0]?.id ?? null}
        readOnly={readOnly}
      />
      <LevelField
        {...context}
        field="detection_level_id"
        label={fieldName().detection_level_id}
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
      <MomentField {...context} field="detected_at" label={fieldName().detected_at} readOnly={readOnly} />
      <TextField
        {...context}
        field="soc_comment"
        label={t('shared.comment')}
        readOnly={readOnly}
        minRows={4}
      />
      <EvidenceSection {...evidence.of('blue')} />
    </SidePanel>
  );
}

export function SimulationSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('simulations.loading_the_simulation')} role="status">
      <Skeleton height={26} width="40%" />
      <Skeleton height={60} />
      <div className={styles.sides}>
        <Skeleton height={380} />
        <Skeleton height={380} />
      </div>
    </Stack>
  );
}
