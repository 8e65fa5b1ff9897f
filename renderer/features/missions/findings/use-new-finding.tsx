import type { ReactNode } from 'react';
import { wasRun } from '../../../../domain/missions.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { t } from '../../../words.ts';
import { toFindingPath } from './finding-words.ts';
import { NewFindingDialog, type Source } from './new-finding-dialog.tsx';

type NamedTest = Pick<TestSummary, 'id' | 'name' | 'status' | 'run_number' | 'catalog_tags'>;

/** Source of a new finding: a test with its last executed run and its techniques. */
function toSource({ id, name, status, run_number, catalog_tags }: NamedTest): Source {
  const run = wasRun(status) ? run_number : run_number - 1;
  return {
    id,
    name,
    tests: run > 0 ? [{ test_id: id, run }] : [],
    techniques: catalog_tags.filter(({ kind }) => kind !== 'tactic').map(({ external_id }) => external_id),
  };
}

const listTests = (mission: Mission | null) => mission?.scenarios.flatMap(({ tests }) => tests);

/** The dialog for creating a finding, from a test or from scratch; opens the finding afterwards unless it `stays`. */
export function useNewFinding(
  mission: Mission | null,
  may: boolean,
  { about, stays = false }: { about?: string | undefined; stays?: boolean } = {},
): { add: (() => void) | null; dialog: ReactNode } {
  const tests = listTests(mission);
  const dialog = useDialog<'new-finding', NamedTest>(['new-finding'], {
    may,
    list: {
      items: tests,
      read: () => Promise.reject(new Error(t('findings.test_gone'))),
    },
  });
  const test = tests?.find(({ id }) => id === about);
  return {
    add: may ? () => void dialog.open('new-finding', test) : null,
    dialog:
      dialog.name === null || mission === null ? null : (
        <NewFindingDialog
          key={dialog.item?.id ?? 'new'}
          missionId={mission.id}
          source={dialog.item === null ? null : toSource(dialog.item)}
          onClose={() => void dialog.close()}
          onMade={(made) => (stays ? dialog.close() : dialog.leaveFor(toFindingPath(mission.id, made.id)))}
        />
      ),
  };
}
