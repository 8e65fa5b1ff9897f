import { Button, Group, Select, Text } from '@mantine/core';
import { IconListCheck, IconPlus, IconSortAscending } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../api/connection/session.ts';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import { CreateMissionDialog } from '../../missions/create-mission-dialog.tsx';
import { explainPlan, namePlan, type Plan, type PlannedTechnique, type Step, toPicked } from './plan.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';
import styles from './threat.module.css';

export const planShows = ['with', 'without', 'ticked'] as const;
export type PlanShow = (typeof planShows)[number];

/** Shows the ticked techniques, sorts them, and creates a scenario template or a mission from them. */
export function PlanTools({
  techniques,
  show,
  onShow,
  steps,
  plan,
  onOrder,
}: {
  techniques: readonly PlannedTechnique[];
  show: PlanShow | null;
  onShow: (show: string | null) => void;
  steps: readonly Step[];
  plan: Plan;
  /** Sorts the ticked techniques by tactic. */
  onOrder: () => void;
}) {
  const mayMakeScenario = useMay('scenario_template.create');
  const mayMakeMission = useMay('mission.create');
  const go = useGo();
  const [making, setMaking] = useState<'scenario' | 'mission' | null>(null);
  const without = techniques.filter(({ templates }) => templates.length === 0).length;
  const ofLibrary = steps.flatMap((step) => (step.template === null ? [] : [step]));
  const blank = steps.length - ofLibrary.length;
  return (
    <Group gap="sm" justify="space-between" className={styles.tools as string}>
      <Group gap="sm">
        <Select
          aria-label={t('catalogue.show')}
          placeholder={t('catalogue.all_techniques')}
          data={planShows.map((value) => ({ value, label: t(`catalogue.show.${value}`) }))}
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
            blank,
          })}
        </Text>
      </Group>
      <Group gap="xs">
        <Button
          variant="subtle"
          disabled={steps.length < 2}
          leftSection={<IconSortAscending size={16} aria-hidden />}
          onClick={onOrder}
        >
          {t('catalogue.order_by_tactic')}
        </Button>
        {mayMakeScenario ? (
          <Button
            variant="default"
            disabled={ofLibrary.length === 0}
            leftSection={<IconListCheck size={16} aria-hidden />}
            onClick={() => setMaking('scenario')}
          >
            {t('catalogue.make_a_scenario_template')}
          </Button>
        ) : null}
        {mayMakeMission ? (
          <Button
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
          name={namePlan(plan)}
          description={explainPlan(
            plan,
            ofLibrary.flatMap((step) => step.techniques),
          )}
          templates={ofLibrary.map(({ template }) => template.id)}
          left={blank}
          onClose={() => setMaking(null)}
        />
      ) : null}
      {making === 'mission' ? (
        <CreateMissionDialog
          begin={{
            draft: `new-mission.plan.${plan.threats.map(({ external_id }) => external_id)}`,
            name: namePlan(plan),
            threats: plan.threats,
            tests: toPicked(steps),
          }}
          onClose={() => setMaking(null)}
          onCreated={({ id }) => go(`/missions/${id}`)}
        />
      ) : null}
    </Group>
  );
}
