import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { findRow } from '../../../api/missions/mission-tests.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { useTestEdits } from '../table/use-test-edits.tsx';
import styles from './test-assignee.module.css';
import type { TestViewProps } from './test-view-props.ts';

/** Whose work a test is. */
export function TestAssignee(props: TestViewProps) {
  const { test, mission, mayAssign } = props;
  if (mayAssign && mission !== null) return <AssigneeField {...props} mission={mission} />;
  if (test.assignee === null) return null;
  return (
    <Fact label="Assigned to">
      <PersonName person={test.assignee} />
    </Fact>
  );
}

const nobody = '';

/** Chosen among the members of the mission. */
function AssigneeField({ test, mission, levels }: TestViewProps & { mission: Mission }) {
  const queryClient = useQueryClient();
  const me = useUser();
  const id = useId();
  const { assign, people } = useTestEdits(mission, levels);
  const [chosen, setChosen] = useState<string | null>(null);
  const row = findRow(queryClient, mission.id, test.id);
  const change = async (person: string) => {
    if (row === undefined) return;
    setChosen(person);
    await assign?.([row], person === nobody ? null : person);
    setChosen(null);
  };
  const options = people.map((person) => ({
    value: person.id,
    label: toVisibleText(person.display_name) + (person.id === me.id ? ' (you)' : ''),
  }));
  return (
    <div className={styles.line}>
      <label htmlFor={id}>Assigned to</label>
      <Select
        id={id}
        size="xs"
        w={190}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Nobody of the mission is called so"
        data={[{ value: nobody, label: 'Nobody' }, ...options]}
        value={chosen ?? test.assignee?.id ?? nobody}
        disabled={chosen !== null}
        onChange={(person) => void change(person ?? nobody)}
      />
    </div>
  );
}
