import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { findRow } from '../../../api/missions/mission-tests.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { t } from '../../../words.ts';
import { useTestEdits } from '../table/use-test-edits.tsx';
import styles from './test-assignee.module.css';
import type { TestViewProps } from './test-view-props.ts';

/** Assignee of a test. */
export function TestAssignee(props: TestViewProps) {
  const { test, mission, mayAssign } = props;
  if (mayAssign && mission !== null) return <AssigneeField {...props} mission={mission} />;
  if (test.assignee === null) return null;
  return (
    <Fact label={t('tests.assigned_to')}>
      <PersonName person={test.assignee} />
    </Fact>
  );
}

const nobody = '';

/** Chosen from the members of the mission. */
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
    label:
      person.id === me.id
        ? t('tests.you', { name: toVisibleText(person.display_name) })
        : toVisibleText(person.display_name),
  }));
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{t('tests.assigned_to')}</label>
      <Select
        id={id}
        size="xs"
        w={190}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('tests.nobody_of_the_mission_is_called')}
        data={[{ value: nobody, label: t('tests.nobody') }, ...options]}
        value={chosen ?? test.assignee?.id ?? nobody}
        disabled={chosen !== null}
        onChange={(person) => void change(person ?? nobody)}
      />
    </div>
  );
}
