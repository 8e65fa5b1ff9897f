import { type Side, sides } from '../../../domain/sides.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { type Person, usePeople } from '../../api/accounts/presence.ts';
import { useUser } from '../../api/connection/session.ts';
import { toInitials } from '../../ui/people/initials.ts';
import { Name } from '../../ui/text/name.tsx';
import { formatList, t } from '../../words.ts';
import { Part, Quiet } from './part.tsx';
import styles from './wall.module.css';

const mostShown = 8;

/** People who have a test of the mission open, with the test; then others viewing the mission. */
export function PeopleAtWork({ mission, isInner = false }: { mission: Mission; isInner?: boolean }) {
  const me = useUser().id;
  const everybody = usePeople(mission.id);
  const tests = new Map(
    mission.scenarios.flatMap((scenario) => scenario.tests.map((test) => [test.id, test])),
  );
  const sideOf = ({ id }: Person): Side | undefined => {
    const hint = mission.members.find(({ user }) => user.id === id)?.role_hint;
    return sides.find((side) => side === hint);
  };
  const place = (person: Person) => {
    const side = sideOf(person);
    return side === undefined ? sides.length : sides.indexOf(side);
  };
  const atTests = everybody
    .filter(({ test_id }) => test_id !== null && tests.has(test_id))
    .sort((one, other) => place(one) - place(other));
  const elsewhere = everybody.filter((person) => !atTests.includes(person) && person.id !== me);
  const left = atTests.length - mostShown;
  return (
    <Part title={t('wall.at_work')} isInner={isInner}>
      {atTests.length === 0 ? <Quiet>{t('wall.nobody_at_a_test')}</Quiet> : null}
      <ul className={styles.lines} aria-label={t('wall.at_work')}>
        {atTests.slice(0, mostShown).map((person) => {
          const test = tests.get(person.test_id ?? '');
          return (
            <li key={person.id} data-side={sideOf(person)}>
              <bdi className={styles.initials} aria-hidden>
                {toInitials(person.display_name)}
              </bdi>
              <div className={styles.grow}>
                <div className={styles.strong}>
                  <Name line>{person.display_name}</Name>
                </div>
                <div className={styles.below}>
                  <Name line>{test?.name ?? ''}</Name>
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      {left > 0 ? <Quiet>{t('wall.and_more', { count: left })}</Quiet> : null}
      {elsewhere.length === 0 ? null : (
        <Quiet>
          {t('wall.in_the_mission', {
            names: formatList(elsewhere.map(({ display_name }) => toVisibleText(display_name))),
          })}
        </Quiet>
      )}
    </Part>
  );
}
