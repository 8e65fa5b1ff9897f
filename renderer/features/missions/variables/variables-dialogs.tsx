import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listVariables } from '../../../../domain/variables.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { changeTestVariables } from '../../../api/missions/mission-tests.ts';
import { changeMission, missionVariables } from '../../../api/missions/missions.ts';
import { formatCount } from '../../../ui/text/format-count.ts';
import { VariablesForm } from './variables-form.tsx';

/** The values for all tests of a mission, beside the names that their commands have. */
export function MissionVariablesDialog({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(missionVariables(mission.id));
  // Without the names that commands have, values can be written all the same.
  if (data === undefined && !isError) return null;
  const { variables, used } = data ?? { variables: mission.variables, used: [] };
  return (
    <VariablesForm
      title="Variables of the mission"
      about="A command says #{name} where a value belongs. These values are for all tests of the mission; a test may have its own."
      draft={`variables.${mission.id}`}
      rows={used.map(({ name, tests, without_value }) => ({
        name,
        hint: `in ${formatCount(tests, 'test')}${describeMissing(tests, without_value)}`,
        inherited: null,
      }))}
      present={variables}
      save={(changes) => changeMission(queryClient, mission.id, { variables: changes })}
      onClose={onClose}
    />
  );
}

function describeMissing(tests: number, missing: number): string {
  if (missing === 0) return '';
  return missing === tests ? ', without a value' : `, ${missing} of them without a value`;
}

function sayInherited(shared: string | null, standard: string | null): string {
  if (shared !== null) return `in the mission: ${toVisibleText(shared)}`;
  return standard === null ? 'no value in the mission' : `by default: ${toVisibleText(standard)}`;
}

/** The values that a test has instead of its mission's. */
export function TestVariablesDialog({
  test,
  mission,
  onClose,
}: {
  test: MissionTest;
  mission: Mission | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const shared = mission?.variables ?? {};
  const names = listVariables([test.suggested_command, test.cleanup_command]);
  return (
    <VariablesForm
      title="Variables of this test"
      about="A command says #{name} where a value belongs. What is empty here is taken from the mission, else from the template."
      draft={`variables.${test.id}`}
      rows={names.map((name) => {
        const standard = test.variable_defaults[name] ?? null;
        const inherited = shared[name] ?? standard;
        return { name, inherited, hint: sayInherited(shared[name] ?? null, standard) };
      })}
      present={test.variables}
      save={(changes) => changeTestVariables(queryClient, test, changes)}
      onClose={onClose}
    />
  );
}
