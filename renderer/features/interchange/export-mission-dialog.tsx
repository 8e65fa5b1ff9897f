import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { scenarioExports } from '../../../domain/interchange.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { readMissionExport } from '../../api/interchange.ts';
import { t } from '../../words.ts';
import { ExportDialog } from './export-dialog.tsx';
import { missionExportChoices } from './export-words.ts';

/** Exports a mission, or one of its scenarios, to another tool, or to another Damson. */
export function ExportMissionDialog({
  mission,
  onClose,
}: {
  mission: Pick<Mission, 'id' | 'scenarios'>;
  onClose: () => void;
}) {
  const [scenario, setScenario] = useState('');
  return (
    <ExportDialog
      title={t('exports.export_mission')}
      choices={missionExportChoices()}
      read={(format) =>
        readMissionExport(mission.id, format, scenarioExports.includes(format) ? scenario || null : null)
      }
      onClose={onClose}
      options={(format) =>
        scenarioExports.includes(format) && mission.scenarios.length > 1 ? (
          <NativeSelect
            label={t('exports.scenario')}
            data={[
              { value: '', label: t('exports.whole_mission') },
              ...mission.scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
            ]}
            value={scenario}
            onChange={(event) => setScenario(event.currentTarget.value)}
          />
        ) : null
      }
    />
  );
}
