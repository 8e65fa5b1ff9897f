import { nameRetest } from '../../../domain/runs.ts';
import type { Services } from '../../database/services.ts';
import type { Principal } from '../../permissions.ts';
import type { Mission } from '../contract.ts';
import { copyMission } from '../copies/service.ts';
import type { NewRetest } from './contract.ts';

/** Creates a retest of a mission, with its members, and the named tests or all. Refuses what `copyMission` refuses. */
export function makeRetest(
  missions: Services,
  user: Principal,
  missionId: string,
  { name, client, test_ids }: NewRetest,
): Promise<Mission> {
  return copyMission(missions, user, missionId, {
    toName: (original) => name ?? nameRetest(original),
    client,
    test_ids,
    members: true,
    isRetest: true,
  });
}
