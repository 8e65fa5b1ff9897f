import type { Target } from '../../../domain/charts/drawing.ts';
import { type CountedFigure, listCounted } from '../content/counted.ts';
import type { Source } from '../content/source.ts';
import type { ReportTest } from '../model.ts';
import { type Content, type Html, html } from './markup.ts';

type Naming = Pick<Source, 'wording'> & { nameTest(test: ReportTest): Html };
type List = { id: string; label: string; tests: readonly ReportTest[] };

/** The tests that figures of a document count, listed at its end for those figures that link to them. */
export class TestLists {
  readonly #lists = new Map<string, Map<string, List>>();
  readonly #known = new Map<string, string | null>();
  #count = 0;

  /**
   * Takes a figure with its number, returns the place in the document of exactly its tests; null where there is none, such as
   * for zero, and in a document that leaves out a part of their record. `title` is that of a chart or table, `label` names the figure in it.
   */
  placeOf(
    report: Pick<Source, 'model'>,
    of: CountedFigure & { count: number; title: string; label: string },
  ): string | null {
    const { count, title, label, ...figure } = of;
    if (count === 0) return null;
    const key = JSON.stringify([figure.figure, figure.scenario, figure.tactic, figure.technique]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const tests = listCounted(report, figure);
    const place = tests.length === count ? this.#place(title, label, tests) : null;
    this.#known.set(key, place);
    return place;
  }

  #place(title: string, label: string, tests: readonly ReportTest[]): string {
    const [first, ...others] = tests;
    if (first !== undefined && others.length === 0) return `test-${first.number}`;
    this.#count += 1;
    const id = `tests-${this.#count}`;
    const ofTitle = this.#lists.get(title) ?? new Map<string, List>();
    ofTitle.set(id, { id, label, tests });
    this.#lists.set(title, ofTitle);
    return id;
  }

  /** Returns the lists; null if nothing links to one. */
  write({ wording: { t }, nameTest }: Naming): Html | null {
    if (this.#lists.size === 0) return null;
    return html`<section class="lists" aria-labelledby="lists"><h2 id="lists">${t('reports.lists')}</h2>${[
      ...this.#lists,
    ].map(
      ([title, lists]) =>
        html`<h3>${title}</h3><dl>${[...lists.values()].map(
          ({ id, label, tests }) =>
            html`<div id="${id}"><dt dir="auto">${label}</dt><dd><ul>${tests.map((test) => html`<li dir="auto">${nameTest(test)}</li>`)}</ul></dd></div>`,
        )}</dl>`,
    )}</section>`;
  }
}

/**
 * Takes a mark of a chart, returns its link, for a picture over that of the chart. An inner one is for the mouse alone, because it
 * can be too small for others, who have the link around it.
 */
export function writeMarkLink(
  place: string,
  { label, x, y, width, height }: Target,
  { isInner }: { isInner: boolean },
): Html {
  const area = html`<title>${label}</title><rect x="${x}" y="${y}" width="${width}" height="${height}"/></a>`;
  return isInner
    ? html`<a href="#${place}" tabindex="-1" aria-hidden="true">${area}`
    : html`<a href="#${place}" aria-label="${label}">${area}`;
}

/** Takes a number, returns it as a link to the tests that it counts, if they are listed. */
export function writeCountLink(place: string | null, number: Content): Content {
  return place === null ? number : html`<a href="#${place}">${number}</a>`;
}
