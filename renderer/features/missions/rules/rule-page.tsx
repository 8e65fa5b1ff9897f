import { Button, Stack } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { isGone } from '../../../api/connection/problem.ts';
import { useMay } from '../../../api/connection/session.ts';
import { rule as ruleOf } from '../../../api/missions/rules.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { SeenInMissionsNote } from '../hiding/seen-note.tsx';
import { RegressionDialog } from './regression-dialog.tsx';
import { RuleView } from './rule-view.tsx';
import { RuleStateBadge } from './rule-words.tsx';

/** A detection rule with its history and its text. */
export function RulePage() {
  const { ruleId = '' } = useParams();
  const rule = useQuery(ruleOf(ruleId));
  const mayCreate = useMay('mission.create');
  const mayRead = useMay('test_template.read');
  const [isPlanning, setPlanning] = useState(false);
  if (rule.isLoadingError || (rule.isError && isGone(rule.error))) {
    return <ProblemNote error={rule.error} what={t('rules.rule')} onRetry={() => rule.refetch()} />;
  }
  if (rule.isPending) return <SkeletonRows rows={8} />;
  const { kind, state, title } = rule.data;
  return (
    <Stack gap="md">
      <PageHead
        trail={[{ to: '/rules', label: t('rules.rules') }]}
        title={title}
        beside={<RuleStateBadge state={state} />}
        actions={
          mayCreate && mayRead && kind !== 'filter' ? (
            <Button
              variant="default"
              leftSection={<IconRepeat size={16} aria-hidden />}
              onClick={() => setPlanning(true)}
            >
              {t('rules.regression')}
            </Button>
          ) : null
        }
      />
      <SeenInMissionsNote />
      <RuleView rule={rule.data} />
      {isPlanning ? <RegressionDialog rules={[rule.data]} onClose={() => setPlanning(false)} /> : null}
    </Stack>
  );
}
