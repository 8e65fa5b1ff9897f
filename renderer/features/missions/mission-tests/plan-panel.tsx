import { Button, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { Prose } from '../../../ui/text/prose.tsx';
import { t } from '../../../words.ts';
import { FollowedTests } from '../path/followed-tests.tsx';
import { FilledProcedure, SuggestedCommand } from './filled-plan.tsx';
import styles from './plan-panel.module.css';
import { TestTags } from './test-tags.tsx';
import type { TestViewProps } from './test-view-props.ts';

/**
 * Plan of the test, collapsed to one line once red has begun, except in its own column. Opened or closed by a person, it stays so
 * while this run is shown. It doesn't move while red is writing.
 */
export function PlanPanel(props: TestViewProps) {
  const { test, may } = props;
  const [atFirst] = useState(() => hasBegun(test));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isFolded = chosen ?? (may('red') ? atFirst || test.status !== 'pending' : hasBegun(test));
  const id = useId();
  const Picture = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <div className={styles.plan} data-folded={isFolded || undefined}>
      <SidePanel
        title={t('tests.what_to_do')}
        beside={
          <>
            <span className={styles.brief}>{toVisibleText(describePlan(test))}</span>
            <span className={styles.buttons}>
              {props.plan.edit === null ? null : (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  leftSection={<IconPencil size={14} aria-hidden />}
                  onClick={props.plan.edit}
                >
                  {t('tests.edit_the_plan')}
                </Button>
              )}
              <Button
                className={styles.fold ?? ''}
                variant="subtle"
                color="gray"
                size="compact-xs"
                leftSection={<Picture size={14} aria-hidden />}
                aria-expanded={!isFolded}
                aria-controls={id}
                onClick={() => setChosen(!isFolded)}
              >
                {isFolded ? t('tests.show_the_plan') : t('tests.fold_the_plan')}
              </Button>
            </span>
          </>
        }
      >
        <div id={id} className={styles.body}>
          <Plan {...props} />
        </div>
      </SidePanel>
    </div>
  );
}

function Plan(props: TestViewProps) {
  const { test } = props;
  const empty = !test.objective && !test.procedure && !test.suggested_command && !test.description;
  const isBlank = test.source_template_id === null && !test.procedure && !test.suggested_command;
  return (
    <>
      {test.catalog_tags.length + test.platforms.length + test.tags.length > 0 ||
      test.opsec ||
      props.mayPlan ? (
        <div className={styles.chips}>
          <CatalogTags tags={test.catalog_tags} />
          {test.platforms.length > 0 ? (
            <Fact label={t('tests.on')}>{test.platforms.map(toVisibleText).join(', ')}</Fact>
          ) : null}
          {test.opsec ? <Fact label={t('tests.opsec')}>{test.opsec}</Fact> : null}
          <TestTags key={test.id} {...props} />
        </div>
      ) : null}
      <FollowedTests test={test} mission={props.mission} />
      <Prose label={t('shared.description')} text={test.description} />
      <Prose label={t('shared.objective')} text={test.objective} />
      <FilledProcedure {...props} />
      <SuggestedCommand {...props} />
      {isBlank || empty ? (
        <Text size="sm" c="dimmed">
          {test.source_template_id !== null
            ? t('tests.the_template_said_nothing_about_how')
            : empty
              ? t('tests.nothing_planned')
              : t('tests.procedure_to_be_written')}
        </Text>
      ) : null}
    </>
  );
}

/** Whether red has moved the test or recorded anything. */
function hasBegun({ status, command, output, red_comment, executed_at, started_at }: MissionTest): boolean {
  return status !== 'pending' || [command, output, red_comment, executed_at, started_at].some(Boolean);
}

/** The plan in a line. */
function describePlan({ catalog_tags, objective, description, suggested_command }: MissionTest): string {
  const about = objective || description || suggested_command || '';
  return [...catalog_tags.map(({ external_id }) => external_id), about.split('\n')[0]]
    .filter(Boolean)
    .join(' · ');
}
