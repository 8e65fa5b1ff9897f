import { useQuery } from '@tanstack/react-query';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { missionRemediations } from '../../../api/remediations.ts';
import { suggestTitle } from './remediation-words.ts';
import { type RemediationDialogs, useRemediationDialogs } from './use-remediation-dialogs.tsx';

export type TestRemedy = Omit<RemediationDialogs, 'remove'> & { remediations: Remediation[] | undefined };

/** What a test has shown to need work, and writing down more of it. */
export function useTestRemediations(
  missionId: string,
  mission: Mission | null,
  test: MissionTest | undefined,
): TestRemedy {
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
  return {
    ...dialogs,
    add: test === undefined ? null : dialogs.add,
    remediations: all?.filter(({ test_ids }) => test !== undefined && test_ids.includes(test.id)),
  };
}
