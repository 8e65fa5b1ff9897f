import { Link } from 'react-router';
import {
  type HeadlineKey,
  type HeadlineRate,
  listBeside,
  listHeadline,
} from '../../../domain/charts/figure-words.ts';
import type { FigureKey } from '../../../domain/counted-tests.ts';
import type { Headline, Rate } from '../../../domain/figures.ts';
import { t, words } from '../../words.ts';
import { CountLink } from './count-link.tsx';
import styles from './headline.module.css';

type ToTests = (figure: FigureKey, runs?: { runs: 'first' }) => string;

type Props = {
  figures: Headline;
  /** For the first runs; null if they are not compared. */
  first: Headline | null;
  /** Address of the tests that a figure counts, of the first runs if so given. */
  toTests: ToTests;
};

/** The figures counted in each tile. */
const tileFigures: Readonly<Record<HeadlineKey, FigureKey>> = {
  stopped_or_detected: 'stopped_or_detected',
  prevented: 'prevented',
  missed: 'not_detected',
  within_1h: 'within_1h',
};

/** The four headline figures, with the number of judged tests. */
export function HeadlineTiles({ figures, first, toTests }: Props) {
  return (
    <section className={styles.headline} aria-label={t('results.headline')}>
      <ul className={styles.tiles}>
        {listHeadline(figures, first, words).map((figure) => (
          <Tile key={figure.key} figure={figure} of={figures} toTests={toTests} />
        ))}
      </ul>
      <p className={styles.judged}>
        {figures.judged === 0 ? (
          describeBasis(figures)
        ) : (
          <CountLink to={toTests('judged')} count={figures.judged}>
            {describeBasis(figures)}
          </CountLink>
        )}{' '}
        {t('charts.chosen')} {t('charts.detected_means')}
      </p>
    </section>
  );
}

function describeBasis({ judged, attempted }: Headline): string {
  return t('charts.judged_of', { judged, attempted });
}

function Tile({ figure, of, toTests }: { figure: HeadlineRate; of: Headline; toTests: ToTests }) {
  const { key, name, rate, first } = figure;
  const beside = listBeside({ ...figure, first: null }, of, words);
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <strong>{rate.N === 0 ? '–' : t('charts.rate.few', { n: rate.n, of: rate.N })}</strong>
      {beside.length === 0 ? null : <span className={styles.beside}>{beside.join(' · ')}</span>}
    </>
  );
  return (
    <li className={styles.tile} data-figure={key}>
      {rate.n === 0 ? (
        <div>{content}</div>
      ) : (
        <Link to={toTests(tileFigures[key])} data-count={rate.n}>
          {content}
        </Link>
      )}
      {first === null ? null : (
        <FirstRun name={name} rate={first} to={toTests(tileFigures[key], { runs: 'first' })} />
      )}
    </li>
  );
}

function FirstRun({ name, rate: { n, N }, to }: { name: string; rate: Rate; to: string }) {
  const said = t('charts.first_run', { n, of: N });
  if (n === 0) return <span className={styles.first}>{said}</span>;
  const label = t('shared.labelled', { label: name, value: said });
  return (
    <Link className={styles.first} to={to} aria-label={label} data-count={n}>
      {said}
    </Link>
  );
}
