import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { longestText } from '../../../domain/limits.ts';
import { type Side, sides } from '../../../domain/sides.ts';
import { findSide, listFields } from '../../../domain/test-record.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { getKnownSimulation } from '../../api/engagements/simulations.ts';
import { renewHistory } from '../../api/history.ts';
import { getKnownFinding } from '../../api/missions/findings.ts';
import { getKnownTest } from '../../api/missions/mission-tests.ts';
import { changeMission, mission as missionQuery } from '../../api/missions/missions.ts';
import { getKnownReport } from '../../api/reports.ts';
import type { FieldWriter } from '../../ui/record/field-writer.ts';
import { t } from '../../words.ts';
import { findingFieldKinds, toValues as toFindingValues } from '../missions/findings/finding-record.ts';
import type { FindingPageContext } from '../missions/findings/findings-outlet.ts';
import type { TestPageContext } from '../missions/mission-tests/test-outlet.ts';
import type { TestField } from '../missions/mission-tests/test-record.ts';
import type { ReportPageContext } from '../missions/report/report-outlet.ts';
import { toValues } from '../missions/report/report-record.ts';
import type { SimulationField } from '../simulations/simulation-fields.ts';
import type { SimulationPageContext } from '../simulations/simulation-outlet.ts';
import type { Restorer } from './restore-dialog.tsx';
import { nameField } from './words.ts';

/** Restorable fields of a test: the typed ones. */
const typed: ReadonlySet<TestField> = new Set(listFields(sides, ['text', 'line']));
const sideOfSimulationText: Readonly<Partial<Record<SimulationField, Side>>> = {
  objective: 'red',
  command: 'red',
  output: 'red',
  red_comment: 'red',
  soc_comment: 'blue',
};

/** Restores the texts of a test through its page's writer. */
export function useTestRestorer({ test, writer, may }: TestPageContext): Restorer {
  const queryClient = useQueryClient();
  return throughWriter(writer, {
    objectType: 'test',
    objectId: test.id,
    mayWrite: (field) => {
      const side = findSide(field);
      return typed.has(field) && side !== undefined && may(side);
    },
    known: (field) => getKnownTest(queryClient, test.id)?.[field as 'command'],
    onSaved: () => renewHistory(queryClient),
  });
}

/** Restores the texts of a simulation. */
export function useSimulationRestorer({
  simulation: { id, output },
  writer,
  may,
}: SimulationPageContext): Restorer {
  const queryClient = useQueryClient();
  return throughWriter(writer, {
    objectType: 'simulation',
    objectId: id,
    mayWrite: (field) => {
      const side = sideOfSimulationText[field];
      // Output of tasks may exceed the limit for typed text.
      if (field === 'output' && (output ?? '').length > longestText) return false;
      return side !== undefined && may(side);
    },
    known: (field) => getKnownSimulation(queryClient, id)?.[field as 'command'],
    onSaved: () => renewHistory(queryClient),
  });
}

/** Restores the texts of a finding. */
export function useFindingRestorer({ finding, writer, isOpen }: FindingPageContext): Restorer {
  const queryClient = useQueryClient();
  return throughWriter(writer, {
    objectType: 'finding',
    objectId: finding.id,
    mayWrite: (field) => isOpen && findingFieldKinds[field] === 'text' && field !== 'references',
    known: (field) =>
      toFindingValues(getKnownFinding(queryClient, finding.mission.id, finding.id) ?? finding)[field],
    onSaved: () => renewHistory(queryClient),
  });
}

/** Restores the texts of a draft report. */
export function useReportRestorer({ report, writer, isOpen }: ReportPageContext): Restorer {
  const queryClient = useQueryClient();
  return throughWriter(writer, {
    objectType: 'report',
    objectId: report.id,
    mayWrite: (field) => isOpen && field.endsWith('_text'),
    known: (field) => toValues(getKnownReport(queryClient, report.id) ?? report)[field],
    onSaved: () => renewHistory(queryClient),
  });
}

function throughWriter<Field extends string>(
  writer: FieldWriter<Field>,
  about: {
    objectType: string;
    objectId: string;
    mayWrite: (field: Field) => boolean;
    known: (field: Field) => string | null | undefined;
    onSaved: () => void;
  },
): Restorer {
  return {
    objectId: about.objectId,
    label: (field) => nameField(about.objectType, field),
    present: (name) => {
      const field = name as Field;
      if (!about.mayWrite(field)) return undefined;
      const draft = writer.states.get()[field]?.draft;
      return draft ? draft.value : about.known(field);
    },
    put: (name, text) => {
      writer.edit(name as Field, text);
      void writer.flush().then(about.onSaved);
    },
  };
}

/** Restores the description of a mission. */
export function useMissionRestorer({ id }: Mission, mayChange: boolean): Restorer {
  const queryClient = useQueryClient();
  return {
    objectId: id,
    label: (field) => nameField('mission', field),
    present: (field) => {
      const known = queryClient.getQueryData(missionQuery(id).queryKey);
      return mayChange && field === 'description' ? known?.description : undefined;
    },
    put: (_field, description) =>
      changeMission(queryClient, id, { description })
        .then(() => renewHistory(queryClient))
        .catch((error: Error) =>
          notifications.show({
            color: 'red',
            title: t('history.the_mission_stayed_as_it_was'),
            message: error.message,
          }),
        ),
  };
}
