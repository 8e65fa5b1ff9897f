import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { QueueItem } from '../../../../server/missions/detection-rules/contract.ts';
import { mission as missionOf } from '../../../api/missions/missions.ts';
import { changeRemediation, readRemediation } from '../../../api/missions/remediations.ts';
import { renewRules } from '../../../api/missions/rules.ts';
import { t } from '../../../words.ts';
import { RemediationDialog } from '../remediation/remediation-dialog.tsx';

/** The next thing to do for an item of the queue, if it is done here: naming its rule, or closing it. */
export function QueueAction({ item }: { item: QueueItem }) {
  if (item.step === 'gap') return <NameRule item={item} />;
  return item.step === 'fired' ? <Close item={item} /> : null;
}

/** A remediation that names the rule; one that is there already is opened. */
function NameRule({ item: { mission, tests, rule, remediation, findings } }: { item: QueueItem }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const whole = useQuery({ ...missionOf(mission.id), enabled: isOpen });
  const [test] = tests;
  if (test === undefined) return null;
  const name = toVisibleText(test.name);
  const label = { 'aria-label': t('rules.name_rule_for', { test: name }) };
  if (remediation !== null) {
    const path = `/missions/${mission.id}/remediation?dialog=remediation.${remediation.id}`;
    return (
      <Button component={Link} to={path} size="xs" variant="default" {...label}>
        {t('rules.name_rule')}
      </Button>
    );
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)} {...label}>
        {t('rules.name_rule')}
      </Button>
      {isOpen && whole.data !== undefined && !isArchived(whole.data.status) ? (
        <RemediationDialog
          missionId={mission.id}
          mission={whole.data}
          remediation={null}
          draft={`new-remediation.rule.${test.id}`}
          suggested={{
            title: t('rules.remediation_title', { test: test.name }).slice(0, 200),
            test_ids: [test.id],
            rule: rule === null ? null : { rule_id: rule.rule_id, rule_name: rule.title.slice(0, 200) },
          }}
          findingId={findings[0]?.id}
          onClose={() => {
            setOpen(false);
            renewRules(queryClient);
          }}
        />
      ) : null}
    </>
  );
}

function Close({ item: { mission, rule, remediation, fired_in } }: { item: QueueItem }) {
  const queryClient = useQueryClient();
  const closing = useMutation({
    mutationFn: async (id: string) =>
      changeRemediation(queryClient, await readRemediation(mission.id, id), {
        status: 'verified',
        ...(fired_in === null ? {} : { verified_by_run: fired_in }),
      }),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('rules.not_closed'), message: error.message }),
    onSettled: () => renewRules(queryClient),
  });
  if (remediation === null) return null;
  return (
    <Button
      size="xs"
      loading={closing.isPending}
      onClick={() => closing.mutate(remediation.id)}
      aria-label={t('rules.close_one', { rule: toVisibleText(rule?.title ?? remediation.title) })}
    >
      {t('rules.close')}
    </Button>
  );
}
