import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Anchor, Button, Menu } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { formatList, t } from '../../../words.ts';
import styles from './path.module.css';
import { describeOutcome, type Path } from './path-of.ts';

/** Number of tests rendered at once. */
const step = 30;
/** Names in one sentence. */
const mostNamed = 10;

type Acts = { change: (test: TestSummary) => void; insert: (test: TestSummary) => void };

/** Takes tests, returns their names in one sentence. */
function listNames(tests: readonly string[]): string {
  const shown = tests.slice(0, mostNamed).map(toVisibleText);
  const rest = tests.length - shown.length;
  return formatList(rest === 0 ? shown : [...shown, t('path.more', { count: rest })]);
}

/** The first prevented or detected test of each branch, and what was executed after it. */
export function StopList({ path }: { path: Path }) {
  const id = useId();
  const known = new Map(path.inside.map((test) => [test.id, test]));
  const nameOf = (test: string) => toVisibleText(known.get(test)?.name ?? '');
  const { stops, unstopped } = path.stops;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{t('path.stops')}</h2>
      {stops.length + unstopped.length === 0 ? <p className={styles.links}>{t('path.stops.none')}</p> : null}
      <ul>
        {stops.map(({ test_id, after }) => {
          const test = known.get(test_id);
          if (test === undefined) return null;
          const named = { test: nameOf(test_id), outcome: describeOutcome(test) };
          return (
            <li key={test_id}>
              <div>
                {after.length === 0
                  ? t('path.stop.alone', named)
                  : t('path.stop.after', {
                      ...named,
                      count: after.length,
                      tests: listNames(after.map(nameOf)),
                    })}
              </div>
            </li>
          );
        })}
        {unstopped.map((test) => (
          <li key={test}>
            <div>{t('path.stop.through', { test: nameOf(test) })}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The path as a list: each test with those before and after it. */
export function PathList({ missionId, path, acts }: { missionId: string; path: Path; acts: Acts | null }) {
  const id = useId();
  const [shown, setShown] = useState(step);
  const names = new Map(path.inside.map((test) => [test.id, test.name]));
  const earlier = Map.groupBy(path.edges, ({ test_id }) => test_id);
  const later = Map.groupBy(path.edges, ({ follows_id }) => follows_id);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{t('path.list')}</h2>
      <ul>
        {path.inside.slice(0, shown).map((test) => {
          const before = (earlier.get(test.id) ?? []).map(({ follows_id, condition }) => {
            const name = toVisibleText(names.get(follows_id) ?? '');
            return condition === null ? name : t('path.under', { name, condition: toVisibleText(condition) });
          });
          const after = (later.get(test.id) ?? []).map(({ test_id }) => names.get(test_id) ?? '');
          return (
            <li key={test.id}>
              <div>
                <TestLink missionId={missionId} test={test} />{' '}
                <span className={styles.links}>
                  {describeOutcome(test)}{' '}
                  {test.executed_at === null ? null : <Moment at={test.executed_at} />}
                </span>
                <p className={styles.links}>
                  {before.length === 0 ? t('path.starts') : t('path.after', { tests: formatList(before) })}
                </p>
                {after.length === 0 ? null : (
                  <p className={styles.links}>{t('path.then_come', { tests: listNames(after) })}</p>
                )}
              </div>
              <Actions test={test} acts={acts} />
            </li>
          );
        })}
      </ul>
      <More shown={shown} of={path.inside.length} onMore={() => setShown(shown + step)} />
    </section>
  );
}

/** Tests that neither follow nor are followed; they can be dragged into the path. */
export function OutsideList({ missionId, path, acts }: { missionId: string; path: Path; acts: Acts | null }) {
  const id = useId();
  const [shown, setShown] = useState(step);
  if (path.outside.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{t('path.outside')}</h2>
      <ul>
        {path.outside.slice(0, shown).map((test) => (
          <OutsideLine key={test.id} missionId={missionId} test={test} acts={acts} />
        ))}
      </ul>
      <More shown={shown} of={path.outside.length} onMore={() => setShown(shown + step)} />
    </section>
  );
}

function OutsideLine({ missionId, test, acts }: { missionId: string; test: TestSummary; acts: Acts | null }) {
  const line = useRef<HTMLLIElement>(null);
  const mayDrag = acts !== null;
  useEffect(() => {
    if (line.current === null || !mayDrag) return;
    return draggable({ element: line.current, getInitialData: () => ({ path: test.id }) });
  }, [test.id, mayDrag]);
  return (
    <li ref={line}>
      <div>
        <TestLink missionId={missionId} test={test} />{' '}
        <span className={styles.links}>{describeOutcome(test)}</span>
      </div>
      <Actions test={test} acts={acts} />
    </li>
  );
}

function TestLink({ missionId, test }: { missionId: string; test: TestSummary }) {
  return (
    <Anchor component={Link} to={`/missions/${missionId}/tests/${test.id}`} size="sm" c="inherit" fw={500}>
      <Name>{test.name}</Name>
    </Anchor>
  );
}

function Actions({ test, acts }: { test: TestSummary; acts: Acts | null }) {
  return (
    <RowMenu of={toVisibleText(test.name)} isEmpty={acts === null}>
      <Menu.Item onClick={() => acts?.change(test)}>{t('path.change')}</Menu.Item>
      <Menu.Item onClick={() => acts?.insert(test)}>{t('path.insert')}</Menu.Item>
    </RowMenu>
  );
}

function More({ shown, of, onMore }: { shown: number; of: number; onMore: () => void }) {
  if (of <= shown) return null;
  return (
    <Button variant="default" size="xs" mt="xs" onClick={onMore}>
      {t('tests.count_more', { count: of - shown })}
    </Button>
  );
}
