import type { Mission } from '../../../server/missions/contract.ts';
import { readMissionExport } from '../../api/interchange.ts';
import { t } from '../../words.ts';
import { ExportDialog } from './export-dialog.tsx';
import { missionExportChoices } from './export-words.ts';

/** Exports a mission to another tool, or to another Damson. */
export function ExportMissionDialog({
  mission,
  onClose,
}: {
  mission: Pick<Mission, 'id'>;
  onClose: () => void;
}) {
  return (
    <ExportDialog
      title={t('exports.export_mission')}
      choices={missionExportChoices()}
      read={(format) => readMissionExport(mission.id, format)}
      onClose={onClose}
    />
  );
}
