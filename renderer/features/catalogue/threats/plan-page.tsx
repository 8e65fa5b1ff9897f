import { Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogueStatus, tactics } from '../../../api/catalogue/catalogue.ts';
import { threatPlan } from '../../../api/catalogue/threats.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { CataloguePages } from '../catalogue-pages.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { listSteps, type Plan, type PlannedTechnique, type Ticked, tickByTactic } from './plan.ts';
import { PlanTable } from './plan-table.tsx';
import { type PlanShow, PlanTools, planShows } from './plan-tools.tsx';
import { Unknown } from './unknown.tsx';
import { toIds, useChoice } from './use-choice.ts';
import { WithoutThreats } from './without-threats.tsx';

const tick = (ids: string): Ticked => new Map(toIds(ids).map((id) => [id, null]));

/** Techniques of threats with matching templates; scenarios and missions are created from the selected ones. */
export function PlanPage() {
  const { values, set, choice, choose, isNothing, page, toPage } = useChoice(['show', 'ticked']);
  const status = useQuery(catalogueStatus);
  const plan = useQuery(threatPlan(choice));
  const order = useQuery(tactics);
  const [ticked, setTicked] = useState<Ticked>(() => tick(values.ticked));
  // Applies a link to a plan with other ticks, followed from a plan.
  const [given, setGiven] = useState(values.ticked);
  if (given !== values.ticked) {
    setGiven(values.ticked);
    setTicked(tick(values.ticked));
  }
  const show = planShows.find((known) => known === values.show) ?? null;
  const techniques = plan.data?.techniques ?? [];
  const reason: Plan = { threats: plan.data?.threats ?? [], own: choice.techniques };
  const tacticOrder = (order.data?.items ?? []).map(({ external_id }) => external_id);
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
          <PlanTools
            techniques={techniques}
            show={show}
            onShow={(next) => set({ show: next })}
            steps={listSteps(techniques, ticked)}
            plan={reason}
            onOrder={() => setTicked(tickByTactic(techniques, ticked, tacticOrder))}
          />
          <PlanTable
            techniques={listShown(techniques, show, ticked)}
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

/** Techniques that pass the filter; if ticked ones are shown, in the order of ticking. */
function listShown(
  techniques: readonly PlannedTechnique[],
  show: PlanShow | null,
  ticked: Ticked,
): readonly PlannedTechnique[] {
  if (show === null) return techniques;
  if (show !== 'ticked') {
    return techniques.filter(({ templates }) => (show === 'with') === templates.length > 0);
  }
  const known = new Map(techniques.map((technique) => [technique.external_id, technique]));
  return [...ticked.keys()].flatMap((id) => known.get(id) ?? []);
}
