import { Button, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Mission } from '../../../../server/missions/contract.ts';
import { missionFigures } from '../../../api/missions/figures.ts';
import { missionRemediations } from '../../../api/missions/remediations.ts';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { MissionSheet } from '../print/mission-sheet.tsx';
import { RemediationsSheet } from '../print/remediations-sheet.tsx';
import { arrangeBoard } from '../remediation/arrange-board.ts';

const nothing = {};

/** A mission on paper in its current state, without a report. */
export function PrintMission({ mission }: { mission: Mission }) {
  const remediations = useQuery(missionRemediations(mission.id)).data;
  const figures = useQuery(missionFigures(mission));
  const byStatus = useMemo(() => arrangeBoard(remediations ?? [], nothing), [remediations]);
  return (
    <section aria-labelledby="print-mission">
      <Title order={2} id="print-mission" mb={4}>
        {t('mission_report.print.title')}
      </Title>
      <Text size="sm" c="dimmed" mb={6} maw={720}>
        {t('mission_report.print.hint')}
      </Text>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        disabled={remediations === undefined || figures.isPending}
        onClick={() => print()}
      >
        {t('mission_report.print')}
      </Button>
      <PrintSheet>
        {() => (
          <>
            <MissionSheet mission={mission} />
            {remediations !== undefined && remediations.length > 0 ? (
              <RemediationsSheet mission={mission} byStatus={byStatus} />
            ) : null}
          </>
        )}
      </PrintSheet>
    </section>
  );
}
