import { Button, Checkbox, Group, Select, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconListCheck, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogueStatus, tactics } from '../../../api/catalogue/catalogue.ts';
import { threatPlan } from '../../../api/catalogue/threats.ts';
import { useMay } from '../../../api/connection/session.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import { CreateMissionDialog } from '../../missions/create-mission-dialog.tsx';
import { CataloguePages } from '../catalogue-pages.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { explainPlan, findTemplate, listSteps, namePlan, type Plan, type PlannedTechnique } from './plan.ts';
import { TechniqueCell, TemplatesCell, UsersCell } from './plan-cells.tsx';
import { ScenarioDialog } from './scenario-dialog.tsx';
import styles from './threat.module.css';
import { Unknown } from './unknown.tsx';
import { toIds, useChoice } from './use-choice.ts';
import { WithoutThreats } from './without-threats.tsx';

const limit = 100;

const shows = ['with', 'without', 'ticked'] as const;

/** Ticked techniques, each with the template that was picked for it, or null for the nearest. */
type Ticked = ReadonlyMap<string, string | null>;

const tick = (ids: string): Ticked => new Map(toIds(ids).map((id) => [id, null]));

/** Techniques of threats with matching templates; scenarios and missions are made from the selected ones. */
export function PlanPage() {
  const { values, set, choice, choose, isNothing, page, toPage } = useChoice(['show', 'ticked']);
  const status = useQuery(catalogueStatus);
  const plan = useQuery(threatPlan(choice));
  const order = useQuery(tactics);
  const [ticked, setTicked] = useState<Ticked>(() => tick(values.ticked));
  // A link to a plan with others ticked, followed from one.
  const [given, setGiven] = useState(values.ticked);
  if (given !== values.ticked) {
    setGiven(values.ticked);
    setTicked(tick(values.ticked));
  }
  const show = shows.find((known) => known === values.show) ?? null;
  const techniques = plan.data?.techniques ?? [];
  const reason: Plan = { threats: plan.data?.threats ?? [], own: choice.techniques };
  const steps = listSteps(
    techniques,
    ticked,
    (order.data?.items ?? []).map(({ external_id }) => external_id),
  );
  const isWithout = status.data !== undefined && status.data.threats === null;
  return (
    <Stack gap="sm">
      <PageHead title={t('catalogue.plan_from_threats')} />
      <CataloguePages />
      <ChoiceFields choice={choice} onChoose={choose} known={{ threats: reason.threats, techniques }} />
      {isNothing && isWithout ? <WithoutThreats /> : null}
      {isNothing && !isWithout ? (
        <EmptyState
          icon={IconListCheck}
          title={t('catalogue.choose_whom_to_plan_against')}
          hint={t('catalogue.what_most_of_the_chosen_threats')}
        />
      ) : null}
      {!isNothing && plan.isLoadingError ? (
        <ProblemNote error={plan.error} what={t('catalogue.plan')} onRetry={() => plan.refetch()} />
      ) : null}
      {!isNothing && plan.isPending ? <SkeletonRows rows={8} /> : null}
      {!isNothing && plan.data ? (
        <>
          <Unknown ids={plan.data.unknown} />
          <Tools
            techniques={techniques}
            show={show}
            onShow={(next) => set({ show: next })}
            steps={steps}
            plan={reason}
          />
          <Techniques
            techniques={techniques.filter((technique) => isShown(technique, show, ticked))}
            plan={reason}
            ticked={ticked}
            onTick={setTicked}
            isStale={plan.isPlaceholderData}
            page={page}
            onPage={toPage}
            onAll={() => set({ show: null })}
          />
        </>
      ) : null}
    </Stack>
  );
}

function isShown(
  { external_id, templates }: PlannedTechnique,
  show: (typeof shows)[number] | null,
  ticked: Ticked,
): boolean {
  if (show === 'ticked') return ticked.has(external_id);
  return show === null || (show === 'with') === templates.length > 0;
}

function Tools({
  techniques,
  show,
  onShow,
  steps,
  plan,
}: {
  techniques: readonly PlannedTechnique[];
  show: string | null;
  onShow: (show: string | null) => void;
  steps: ReturnType<typeof listSteps>;
  plan: Plan;
}) {
  const mayMakeScenario = useMay('scenario_template.create');
  const mayMakeMission = useMay('mission.create');
  const go = useGo();
  const [making, setMaking] = useState<'scenario' | 'mission' | null>(null);
  const without = techniques.filter(({ templates }) => templates.length === 0).length;
  const made = {
    name: namePlan(plan),
    description: explainPlan(
      plan,
      steps.map(({ technique }) => technique),
    ),
  };
  return (
    <Group gap="sm" justify="space-between" className={styles.tools as string}>
      <Group gap="sm">
        <Select
          aria-label={t('catalogue.show')}
          placeholder={t('catalogue.all_techniques')}
          data={shows.map((value) => ({ value, label: t(`catalogue.show.${value}`) }))}
          value={show}
          onChange={onShow}
          clearable
          clearButtonProps={{ 'aria-label': t('catalogue.all_techniques') }}
          w={190}
        />
        <Text size="sm" c="dimmed" role="status">
          {t('catalogue.without_without_a_template_ticked', {
            count: techniques.length,
            without,
            count_2: steps.length,
          })}
        </Text>
      </Group>
      <Group gap="xs">
        {mayMakeScenario ? (
          <Button
            disabled={steps.length === 0}
            leftSection={<IconListCheck size={16} aria-hidden />}
            onClick={() => setMaking('scenario')}
          >
            {t('catalogue.make_a_scenario_template')}
          </Button>
        ) : null}
        {mayMakeMission ? (
          <Button
            variant="default"
            disabled={steps.length === 0}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setMaking('mission')}
          >
            {t('catalogue.new_mission')}
          </Button>
        ) : null}
      </Group>
      {making === 'scenario' ? (
        <ScenarioDialog
          {...made}
          templates={steps.map(({ template }) => template.id)}
          onClose={() => setMaking(null)}
        />
      ) : null}
      {making === 'mission' ? (
        <CreateMissionDialog
          begin={{
            ...made,
            draft: `new-mission.plan.${plan.threats.map(({ external_id }) => external_id)}`,
            tests: steps.map(({ template: { id, name } }) => ({ id, name, tests: 1 })),
          }}
          onClose={() => setMaking(null)}
          onCreated={({ id }) => go(`/missions/${id}`)}
        />
      ) : null}
    </Group>
  );
}

function Techniques({
  techniques,
  plan,
  ticked,
  onTick,
  isStale,
  page,
  onPage,
  onAll,
}: {
  techniques: readonly PlannedTechnique[];
  plan: Plan;
  ticked: Ticked;
  onTick: (ticked: Ticked) => void;
  isStale: boolean;
  page: number;
  onPage: (page: number) => void;
  onAll: () => void;
}) {
  if (techniques.length === 0) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('catalogue.no_technique_is_like_that')}
        action={
          <Button variant="default" onClick={onAll}>
            {t('catalogue.show_all_techniques')}
          </Button>
        }
      />
    );
  }
  const tickable = techniques.filter(({ templates }) => templates.length > 0);
  const count = tickable.filter(({ external_id }) => ticked.has(external_id)).length;
  const isAll = count > 0 && count === tickable.length;
  const tickAll = () => {
    const next = new Map(ticked);
    for (const { external_id } of tickable) {
      if (isAll) next.delete(external_id);
      else if (!next.has(external_id)) next.set(external_id, null);
    }
    onTick(next);
  };
  const toggle = (id: string) => {
    const next = new Map(ticked);
    if (!next.delete(id)) next.set(id, null);
    onTick(next);
  };
  const rows = techniques.slice((page - 1) * limit, page * limit);
  return (
    <div>
      <Table.ScrollContainer minWidth={760} type="native">
        <Table highlightOnHover verticalSpacing={6} layout="fixed" aria-busy={isStale}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label={t('catalogue.tick_all_that_have_a_template')}
                  disabled={tickable.length === 0}
                  checked={isAll}
                  indeterminate={!isAll && count > 0}
                  onChange={tickAll}
                />
              </Table.Th>
              <Table.Th>{t('shared.technique')}</Table.Th>
              <Table.Th w="24%">{t('catalogue.used_by')}</Table.Th>
              <Table.Th w="36%">{t('shared.template')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((technique) => {
              const { external_id: id, templates } = technique;
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label={t('catalogue.tick_id', { id })}
                      disabled={templates.length === 0}
                      checked={ticked.has(id) && templates.length > 0}
                      onChange={() => toggle(id)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <TechniqueCell technique={technique} />
                  </Table.Td>
                  <Table.Td>
                    <UsersCell plan={plan} technique={technique} />
                  </Table.Td>
                  <Table.Td>
                    <TemplatesCell
                      technique={id}
                      templates={templates}
                      shown={findTemplate(technique, ticked.get(id))}
                      onPick={(template) => onTick(new Map(ticked).set(id, template))}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={techniques.length} limit={limit} page={page} onPage={onPage} />
    </div>
  );
}
