import type { ReactNode } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { rich } from '../../rich.ts';
import { Moment } from '../times/time.tsx';
import styles from './sheet-parts.module.css';

export type SheetFact = readonly [label: string, value: ReactNode];

/** Head of a sheet: title, facts, and time of printing. */
export function SheetHead({
  trail,
  title,
  facts,
  children,
}: {
  /** Parent of the sheet's subject. */
  trail?: string | undefined;
  title: string;
  facts: readonly SheetFact[];
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      {trail === undefined ? null : <div className={styles.trail}>{toVisibleText(trail)}</div>}
      <h1>{toVisibleText(title)}</h1>
      <SheetFacts facts={facts} />
      {children}
      <div className={styles.printed}>
        {rich('shared.damson_printed_to_i_s_o', {
          to_i_s_o_string: <Moment at={new Date().toISOString()} />,
        })}
      </div>
    </header>
  );
}

/** Short facts in a row; empty ones are left out. */
export function SheetFacts({ facts }: { facts: readonly SheetFact[] }) {
  const known = facts.filter(([, value]) => isThere(value));
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'string' ? toVisibleText(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A long text below its label; hidden if empty. */
export function SheetText({
  label,
  text,
  mono = false,
}: {
  label: string;
  text: string | null;
  mono?: boolean;
}) {
  if (text === null || text === '') return null;
  return (
    <div className={styles.text}>
      <h3>{label}</h3>
      <div className={mono ? (styles.mono as string) : (styles.prose as string)}>{toVisibleText(text)}</div>
    </div>
  );
}

export function SheetSection({
  title,
  side,
  children,
}: {
  title: string;
  side?: 'red' | 'blue';
  children: ReactNode;
}) {
  return (
    <section className={styles.section} data-side={side}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export type SheetColumn<Row> = {
  head: string;
  width?: string;
  cell: (row: Row) => ReactNode;
};

/** A table whose head and `caption` repeat on every page, and whose rows don't break. */
export function SheetTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
}: {
  caption?: ReactNode;
  columns: readonly SheetColumn<Row>[];
  rows: readonly Row[];
}) {
  return (
    <table className={styles.table}>
      <colgroup>
        {columns.map(({ head, width }) => (
          <col key={head} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        {caption === undefined ? null : (
          <tr>
            <th colSpan={columns.length} className={styles.caption}>
              {caption}
            </th>
          </tr>
        )}
        <tr>
          {columns.map(({ head }) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ head, cell }) => {
              const shown = cell(row);
              return <td key={head}>{typeof shown === 'string' ? toVisibleText(shown) : shown}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isThere(value: ReactNode): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false;
}
