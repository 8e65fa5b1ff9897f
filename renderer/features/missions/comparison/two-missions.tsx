import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { drawDifferences } from '../../../../domain/charts/differences.ts';
import {
  describeJudged,
  headlineKeys,
  listBeside,
  listHeadline,
} from '../../../../domain/charts/figure-words.ts';
import { missionChanges } from '../../../../domain/runs.ts';
import type { Comparison } from '../../../../server/missions/figures/contract.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t, words } from '../../../words.ts';
import { describeChange, describeRun } from '../results/describe-run.ts';
import lists from '../results/lists.module.css';
import styles from './comparison.module.css';
import { chooseRows, type RowFilter, rowFilters } from './rows.ts';

const sides = ['before', 'now'] as const;
type Row = Comparison['tests'][number];

/** Two missions compared: headline of their common tests, tests that got worse, matrix of changes, and every pair of tests. */
export function TwoMissions({ of }: { of: Comparison }) {
  const [parameters] = useSearchParams();
  const toRows = (filter: Partial<RowFilter>) => {
    const next = new URLSearchParams(parameters);
    for (const name of rowFilters) next.delete(name);
    for (const [name, value] of Object.entries(filter)) next.set(name, value);
    return `?${next}`;
  };
  return (
    <>
      <CommonHeadline of={of} toRows={toRows} />
      <WorseTests of={of} />
      <Chart
        of={of}
        draw={drawDifferences}
        toLink={(technique, change) => toRows({ technique, ...(change !== undefined && { change }) })}
      />
      <Pairs of={of} toRows={toRows} />
    </>
  );
}

type ToRows = (filter: Partial<RowFilter>) => string;

/** The four headline figures for the tests common to both missions, side by side. */
function CommonHeadline({ of, toRows }: { of: Comparison; toRows: ToRows }) {
  const heading = useId();
  const { common } = of;
  if (common.tests === 0) {
    return (
      <Text size="sm" role="note">
        {t('results.comparison.none_common')}
      </Text>
    );
  }
  const rates = {
    before: listHeadline(common.before, null, words),
    now: listHeadline(common.now, null, words),
  };
  return (
    <section aria-labelledby={heading} className={lists.panel}>
      <h2 id={heading}>
        <RowsLink to={toRows({ figure: 'common', side: 'now' })} count={common.tests}>
          {t('results.comparison.common', { count: common.tests })}
        </RowsLink>
      </h2>
      <Table.ScrollContainer minWidth={300} type="native">
        <Table layout="fixed" verticalSpacing={6} aria-labelledby={heading}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('results.comparison.figure')}</Table.Th>
              {sides.map((side) => (
                <Table.Th key={side} scope="col">
                  <Anchor component={Link} to={`/missions/${of[side].id}/results`} size="sm">
                    <Name line>{of[side].name}</Name>
                  </Anchor>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {headlineKeys.map((figure, index) => (
              <Table.Tr key={figure}>
                <Table.Th scope="row">{t(`names.headline.${figure}`)}</Table.Th>
                {sides.map((side) => {
                  const rate = rates[side][index];
                  if (rate === undefined) return null;
                  const said =
                    rate.rate.N === 0 ? '–' : t('charts.rate.few', { n: rate.rate.n, of: rate.rate.N });
                  return (
                    <Table.Td key={side}>
                      <strong className={styles.rate}>
                        {rate.rate.n === 0 ? (
                          said
                        ) : (
                          <RowsLink
                            to={toRows({ figure, side })}
                            count={rate.rate.n}
                            label={t('shared.labelled', {
                              label: t(`names.headline.${figure}`),
                              value: said,
                            })}
                          >
                            {said}
                          </RowsLink>
                        )}
                      </strong>{' '}
                      <span className={lists.quiet}>{listBeside(rate, common[side], words).join(' · ')}</span>
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Td />
              {sides.map((side) => (
                <Table.Td key={side} className={lists.quiet ?? ''}>
                  {common[side].judged === 0 ? (
                    describeJudged(common[side], words)
                  ) : (
                    <RowsLink to={toRows({ figure: 'judged', side })} count={common[side].judged}>
                      {describeJudged(common[side], words)}
                    </RowsLink>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      <p className={lists.quiet}>{t('charts.chosen')}</p>
    </section>
  );
}

/** A number that leads to its rows below, on the same page. */
function RowsLink({
  to,
  count,
  label,
  children,
}: {
  to: string;
  count: number;
  label?: string;
  children: ReactNode;
}) {
  return (
    <Anchor component={Link} inherit to={to} preventScrollReset aria-label={label} data-count={count}>
      {children}
    </Anchor>
  );
}

/** Names of tests that got worse; empty if there are none. */
function WorseTests({ of }: { of: Comparison }) {
  const heading = useId();
  const worse = of.tests.filter(({ change }) => change === 'worse');
  if (worse.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={lists.panel}>
      <h2 id={heading}>
        {t('results.comparison.worse')} <span className={lists.count}>{worse.length}</span>
      </h2>
      <ul className={lists.list}>
        {worse.map(({ name, before, now }) =>
          before === null || now === null ? null : (
            <li key={now.test_id}>
              <Anchor component={Link} to={`/missions/${of.now.id}/tests/${now.test_id}`} size="sm">
                <Name>{name}</Name>
              </Anchor>
              <span className={lists.quiet}>{describeChange(before, now)}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** Every test of either mission, common ones as pairs. */
function Pairs({ of, toRows }: { of: Comparison; toRows: ToRows }) {
  const heading = useId();
  const { values } = useFilters(rowFilters);
  const rows = chooseRows(of.tests, values);
  const isFiltered = rowFilters.some((name) => values[name] !== '');
  const chip = (text: string, count: number, filter: Partial<RowFilter>, isOn: boolean) => (
    <Button
      key={text}
      component={Link}
      to={toRows(filter)}
      preventScrollReset
      size="compact-xs"
      variant={isOn ? 'filled' : 'default'}
      aria-current={isOn}
      data-count={count}
    >
      {text}
    </Button>
  );
  return (
    <section aria-labelledby={heading} className={lists.panel}>
      <h2 id={heading}>
        {t('results.comparison.tests')} <span className={lists.count}>{rows.length}</span>
      </h2>
      <Group gap={6} mb="xs" role="group" aria-label={t('results.comparison.show')}>
        {chip(t('results.comparison.all', { count: of.tests.length }), of.tests.length, {}, !isFiltered)}
        {missionChanges
          .filter((change) => of.counts[change] > 0)
          .map((change) =>
            chip(
              t('charts.level_rate', {
                level: t(`names.mission_change.${change}`),
                rate: words.number(of.counts[change]),
              }),
              of.counts[change],
              { change },
              values.change === change,
            ),
          )}
      </Group>
      <Table.ScrollContainer minWidth={640} type="native">
        <Table layout="fixed" verticalSpacing={6} aria-labelledby={heading}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="40%">{t('shared.test')}</Table.Th>
              <Table.Th>{t('results.comparison.change')}</Table.Th>
              <Table.Th>{t('results.comparison.before')}</Table.Th>
              <Table.Th>{t('results.comparison.now')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <PairRow key={`${row.before?.test_id} ${row.now?.test_id}`} of={of} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

function PairRow({ of, row }: { of: Comparison; row: Row }) {
  const { name, techniques, change } = row;
  return (
    <Table.Tr>
      <Table.Td>
        <Name>{name}</Name>{' '}
        <span className={lists.quiet}>{techniques.map(({ external_id }) => external_id).join(' ')}</span>
      </Table.Td>
      <Table.Td>
        <span className={styles.change} data-change={change}>
          {t(`names.mission_change.${change}`)}
        </span>
      </Table.Td>
      {sides.map((side) => {
        const run = row[side];
        return (
          <Table.Td key={side}>
            {run === null ? (
              '–'
            ) : (
              <Anchor component={Link} to={`/missions/${of[side].id}/tests/${run.test_id}`} size="sm">
                {describeRun(run)}
              </Anchor>
            )}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
