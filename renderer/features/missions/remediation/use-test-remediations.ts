import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { changeRemediation, missionRemediations } from '../../../api/missions/remediations.ts';
import { runComparison } from '../../../api/missions/runs.ts';
import { t } from '../../../words.ts';
import { findOffer, type Offer } from './offers.ts';
import { suggestTitle } from './remediation-words.ts';
import { type RemediationDialogs, useRemediationDialogs } from './use-remediation-dialogs.tsx';

export type TestRemedy = Omit<RemediationDialogs, 'remove'> & {
  remediations: Remediation[] | undefined;
  /** The run that may verify a remediation. */
  findOffer: (remediation: Remediation) => Offer | null;
  verify: (remediation: Remediation, offer: Offer) => void;
};

/** Remediations of a test, and a way to create more. */
export function useTestRemediations(
  missionId: string,
  mission: Mission | null,
  test: MissionTest | undefined,
): TestRemedy {
  const queryClient = useQueryClient();
  const all = useQuery(missionRemediations(missionId)).data;
  const dialogs = useRemediationDialogs({
    missionId,
    mission,
    remediations: all,
    ...(test
      ? {
          suggested: {
            draft: `new-remediation.${test.id}`,
            values: { title: suggestTitle(test), test_ids: [test.id] },
          },
        }
      : {}),
  });
  const remediations = all?.filter(({ test_ids }) => test !== undefined && test_ids.includes(test.id));
  const isRetested = test !== undefined && test.closed_runs > 0 && remediations?.length !== 0;
  const comparison = useQuery(runComparison(isRetested ? mission : null)).data;
  const verify = (remediation: Remediation, { test_id, number }: Offer) => {
    const change = { status: 'verified' as const, verified_by_run: { test_id, number } };
    changeRemediation(queryClient, remediation, change).catch((error: Error) =>
      notifications.show({
        color: 'red',
        title: t('remediation.not_verified'),
        message: error.message,
      }),
    );
  };
  return {
    ...dialogs,
    findOffer: (remediation) => (dialogs.add === null ? null : findOffer(remediation, comparison)),
    verify,
    add: test === undefined ? null : dialogs.add,
    remediations,
  };
}
