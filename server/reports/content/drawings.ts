import { findStops } from '../../../domain/attack-path.ts';
import { drawAttackPath } from '../../../domain/charts/attack-path.ts';
import type { Drawing, Space } from '../../../domain/charts/drawing.ts';
import { drawHeatMap } from '../../../domain/charts/heat-map.ts';
import { drawTimeline } from '../../../domain/charts/timeline.ts';
import { wasRun } from '../../../domain/missions.ts';
import { cutPath } from '../../../domain/path-parts.ts';
import type { Wording } from '../dates.ts';
import type { ReportModel, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { nameResult } from './tests.ts';

/** Tactics side by side, so that no drawing is longer than a page. */
const tacticsAbreast = 6;

/** Heat map of the techniques in drawings of a few tactics each. */
export function drawHeatMaps({ model: { figures } }: Source, space: Space): Drawing[] {
  const { by_technique } = figures;
  const tactics = figures.by_tactic.filter(({ attempted }) => attempted > 0);
  const known = new Set(tactics.map(({ tactic }) => tactic.external_id));
  const count = Math.max(1, Math.ceil(tactics.length / tacticsAbreast));
  const bands = Array.from({ length: count }, (_, band) => {
    const abreast = tactics.slice(band * tacticsAbreast, (band + 1) * tacticsAbreast);
    const own = new Set(abreast.map(({ tactic }) => tactic.external_id));
    // Only the last drawing shows techniques without a tactic.
    const isLast = band === count - 1;
    return drawHeatMap(
      {
        by_tactic: abreast,
        by_technique: by_technique.filter(
          (one) =>
            one.tactics.some((id) => own.has(id)) || (isLast && !one.tactics.some((id) => known.has(id))),
        ),
      },
      space,
    );
  });
  return bands.filter((band) => band !== null);
}

type Moment = ReportModel['timeline'][number];

/** Marks have the colour of the outcome. */
function colorMoment({ event, side }: Moment): 'prevented' | 'alerted' | 'logged' | null {
  if (event === 'prevented' || event === 'logged') return event;
  return side === 'red' ? null : 'alerted';
}

/** The moments of a mission on their clock; null without any. */
export function drawMoments({ model, wording }: Source, space: Space): Drawing | null {
  const moments = model.timeline.map((moment) => ({
    key: moment.test.id,
    at: moment.at,
    side: moment.side,
    name: `${moment.test.number} ${moment.test.name}`,
    what: wording.t(`reports.event.in_chart.${moment.event}`),
    role: colorMoment(moment),
    tool: moment.tool,
  }));
  return drawTimeline(moments, { ...space, zone: model.report.options.time_zone });
}

/** More tests than this can't be read on a page: a longer path is drawn in parts of fewer, which begin with what they follow. */
const mostDrawn = 60;
const mostOfPart = 40;

/** The attack path of a mission in one drawing or several; none without one. */
export function drawPath({ model, tests, wording }: Source, space: Space): Drawing[] {
  const edges = model.path ?? [];
  const linked = new Set(edges.flatMap(({ test_id, follows_id }) => [test_id, follows_id]));
  const stopped = new Set(findStopsOf({ model, tests }).stops.map(({ test_id }) => test_id));
  const { side } = model.report.options;
  const nodes = tests
    .filter(({ id }) => linked.has(id))
    .map(({ id, number, name, status, class: found, executed_at, attack_result }) => ({
      id,
      name: `${number} ${name}`,
      outcome: wasRun(status) && side !== 'red' ? (found ?? ('open' as const)) : null,
      status: wasRun(status) ? nameBriefly(attack_result, wording) : wording.t(`names.test_status.${status}`),
      executed_at,
      isStop: stopped.has(id),
    }));
  const ids = nodes.map(({ id }) => id);
  const parts = linked.size > mostDrawn ? cutPath(ids, edges, mostOfPart) : [edges];
  const drawn = parts.flatMap((part) => {
    const zone = model.report.options.time_zone;
    return drawAttackPath({ nodes, edges: part }, { ...space, zone }) ?? [];
  });
  if (drawn.length === 1) return drawn;
  return drawn.map((drawing, index) => ({
    ...drawing,
    title: wording.t('path.title_part', { part: index + 1, parts: drawn.length }),
  }));
}

/** The result of an attack in few letters, beside its time. */
function nameBriefly(result: ReportTest['attack_result'], wording: Wording): string {
  return result === 'partly' ? wording.t('report_parts.partly_brief') : nameResult(result, wording);
}

/** Where the attack would have been stopped. */
export function findStopsOf({ model, tests }: Pick<Source, 'model' | 'tests'>) {
  return findStops(
    tests.map(({ id, status, class: found, executed_at }) => ({
      id,
      class: found,
      was_run: wasRun(status),
      executed_at,
    })),
    model.path ?? [],
  );
}
