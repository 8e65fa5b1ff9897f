import { useId } from 'react';
import {
  drawOutcomes,
  drawOutcomesByTactic,
  drawTools,
  drawWithin,
  type Outcomes,
} from '../../../domain/charts/bars.ts';
import type { Drawing, Space } from '../../../domain/charts/drawing.ts';
import { nameTimes, nameTool, nameWithin } from '../../../domain/charts/figure-places.ts';
import { drawHeatMap } from '../../../domain/charts/heat-map.ts';
import { drawTimes } from '../../../domain/charts/times.ts';
import type { EngagementFigures } from '../../../server/simulations/figures/contract.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { HeadlineTiles } from '../../ui/charts/headline.tsx';
import { t } from '../../words.ts';
import styles from './engagement-view.module.css';
import type { SimulationFilter } from './filter-simulations.ts';

function drawSimulations(outcomes: Outcomes, space: Space): Drawing | null {
  return drawOutcomes(outcomes, { ...space, what: 'simulation' });
}

type Props = { engagementId: string; figures: EngagementFigures };

/** Outcomes of an engagement's simulations; empty until one is judged. */
export function EngagementResults({ engagementId, figures }: Props) {
  const heading = useId();
  if (figures.attempted === 0) return null;
  const toSimulations = (filter: Partial<SimulationFilter>) =>
    `/engagements/${engagementId}?${new URLSearchParams(filter)}`;
  const toPart =
    (name: 'tactic' | 'technique') =>
    (key: string, figure = 'attempted') =>
      toSimulations({ [name]: key, figure });
  const toLimit = (limit: string, part?: string) => toSimulations({ figure: nameWithin(limit, part) });
  return (
    <section aria-labelledby={heading} className={styles.results}>
      <h2 id={heading}>{t('engagements.results')}</h2>
      <HeadlineTiles figures={figures} first={null} toTests={(figure) => toSimulations({ figure })} />
      <div className={styles.charts}>
        <Chart of={figures} draw={drawSimulations} toLink={(figure) => toSimulations({ figure })} />
        <Chart of={figures} draw={drawWithin} toLink={toLimit} />
        <Chart
          of={figures}
          draw={drawTimes}
          toLink={(kind, part) => toSimulations({ figure: nameTimes(kind, part) })}
        />
        <Chart of={figures.by_tactic} draw={drawOutcomesByTactic} toLink={toPart('tactic')} />
        <Chart
          of={figures}
          draw={drawTools}
          toLink={(tool, part) => toSimulations({ figure: nameTool(part), tool })}
        />
      </div>
      <Chart of={figures} draw={drawHeatMap} toLink={toPart('technique')} />
    </section>
  );
}
