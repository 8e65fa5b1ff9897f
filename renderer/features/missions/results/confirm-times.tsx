import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takesRecords } from '../../../../domain/missions.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { changeFact } from '../../../api/missions/facts.ts';
import { figureTests } from '../../../api/missions/figures.ts';
import { readTest } from '../../../api/missions/mission-tests.ts';
import { renewMission } from '../../../api/missions/missions.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { t } from '../../../words.ts';
import { eachTest } from '../each-test.ts';

/** Confirms all times of a mission that are only known from recording; hidden if there are none, and for people who may not. */
export function ConfirmTimes({ mission, figures }: { mission: Mission; figures: MissionFigures }) {
  const queryClient = useQueryClient();
  const mayWrite = useMay('mission.write_blue_fields');
  const [isOpen, setOpen] = useState(false);
  if (figures.unconfirmed === 0 || !mayWrite || !takesRecords(mission.status)) return null;
  const confirm = async () => {
    const { test_ids } = await queryClient.fetchQuery(figureTests(mission, 'unconfirmed', {}));
    const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
    const refused = await eachTest(
      queryClient,
      mission.id,
      tests.filter(({ id }) => test_ids.includes(id)),
      async ({ id: testId }) => {
        const { facts } = await readTest(mission.id, testId);
        for (const { id, at, time_confirmed } of facts) {
          if (at === null || time_confirmed !== false) continue;
          await changeFact(queryClient, { missionId: mission.id, testId }, id, { time_confirmed: true });
        }
      },
    );
    renewMission(queryClient, mission.id);
    if (refused.length > 0)
      throw new Error(t('results.confirm_times.refused', { tests: refused.join('; ') }));
  };
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)} data-no-print>
        {t('results.confirm_times')}
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={t('results.confirm_times.title')}
          confirm={t('results.confirm_times.confirm')}
          isDestructive={false}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">{t('results.confirm_times.text', { count: figures.unconfirmed })}</Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
