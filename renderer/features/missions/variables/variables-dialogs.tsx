import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listVariables, listVariableTexts } from '../../../../domain/variables.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { changeTestVariables } from '../../../api/missions/mission-tests.ts';
import { changeMission, missionVariables } from '../../../api/missions/missions.ts';
import { t } from '../../../words.ts';
import { VariablesForm } from './variables-form.tsx';

/** The variable values for all tests of a mission, next to the names used in commands. */
export function MissionVariablesDialog({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(missionVariables(mission.id));
  // Values can be entered even if the names from commands can't be read.
  if (data === undefined && !isError) return null;
  const { variables, used } = data ?? { variables: mission.variables, used: [] };
  return (
    <VariablesForm
      title={t('mission_editor.variables_of_the_mission')}
      about={t('mission_editor.a_command_says_name_where_a')}
      draft={`variables.${mission.id}`}
      rows={used.map(({ name, tests, without_value }) => ({
        name,
        hint: describeUse(tests, without_value),
        inherited: null,
      }))}
      present={variables}
      save={(changes) => changeMission(queryClient, mission.id, { variables: changes })}
      onClose={onClose}
    />
  );
}

function describeUse(tests: number, missing: number): string {
  if (missing === 0) return t('mission_editor.variable_in_tests', { tests });
  return missing === tests
    ? t('mission_editor.variable_without_value', { tests })
    : t('mission_editor.variable_partly_without_value', { tests, missing });
}

function sayInherited(shared: string | null, standard: string | null): string {
  if (shared !== null) return t('mission_editor.in_the_mission_shared', { shared: toVisibleText(shared) });
  return standard === null
    ? t('mission_editor.no_value_in_the_mission')
    : t('mission_editor.by_default_standard', { standard: toVisibleText(standard) });
}

/** The variable values of a test that override its mission's. */
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
  const names = listVariables(listVariableTexts(test));
  return (
    <VariablesForm
      title={t('mission_editor.variables_of_this_test')}
      about={t('mission_editor.a_command_says_name_where_a_2')}
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
