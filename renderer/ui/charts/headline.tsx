import { Link } from 'react-router';
import {
  explainFigures,
  type HeadlineKey,
  type HeadlineRate,
  listBeside,
  listHeadline,
} from '../../../domain/charts/figure-words.ts';
import type { FigureKey } from '../../../domain/figure-keys.ts';
import type { Headline } from '../../../domain/figures.ts';
import { t, words } from '../../words.ts';
import styles from './headline.module.css';

type Props = {
  figures: Headline;
  /** For the first runs; null if they are not compared. */
  first: Headline | null;
  /** Address of a figure's tests; null for none. */
  toTests?: (figure: FigureKey) => string;
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
          <Tile
            key={figure.key}
            figure={figure}
            of={figures}
            to={toTests?.(tileFigures[figure.key]) ?? null}
          />
        ))}
      </ul>
      <p className={styles.judged}>
        {explainFigures(figures, words)} {t('charts.detected_means')}
      </p>
    </section>
  );
}

function Tile({ figure, of, to }: { figure: HeadlineRate; of: Headline; to: string | null }) {
  const { name, rate } = figure;
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <strong>{rate.N === 0 ? '–' : t('charts.rate.few', { n: rate.n, of: rate.N })}</strong>
      <span className={styles.beside}>{listBeside(figure, of, words).join(' · ')}</span>
    </>
  );
  return (
    <li className={styles.tile} data-figure={figure.key}>
      {to === null || rate.n === 0 ? <div>{content}</div> : <Link to={to}>{content}</Link>}
    </li>
  );
}
