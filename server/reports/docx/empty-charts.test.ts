import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { render } from '../../../test/support/reports/report-samples.ts';
import {
  addRelation,
  paragraphs,
  templateOf,
  types,
} from '../../../test/support/reports/report-templates.ts';
import type { ReportModel } from '../model.ts';
import { sampleModel } from './lint/samples.ts';
import { renderDocx } from './render.ts';

const drawing =
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="wp"><a:graphic xmlns:a="a"><c:chart xmlns:c="c" r:id="rIdDrawn"/></a:graphic></wp:inline></w:drawing></w:r></w:p>';

/** The text of a document whose template has a chart of outcomes between two lines. */
async function fill(model: ReportModel): Promise<string> {
  const template = templateOf(
    paragraphs('Before') + drawing + paragraphs('Behind'),
    addRelation(`Id="rIdDrawn" Type="${types}/chart" Target="charts/chart1.xml"`),
  );
  const files = unzipSync(await render(renderDocx, model, null, template));
  return strFromU8(files['word/document.xml'] as Uint8Array);
}

describe('a chart of a template', () => {
  it('stands in a report that has figures', async () => {
    assert.match(await fill(sampleModel('harmless')), /Before.*<c:chart .*Behind/s);
  });

  it('is left out of a report without, with the figures it was drawn with', async () => {
    const model = sampleModel('harmless');
    const empty = await fill({ ...model, figures: { ...model.figures, attempted: 0 } });
    assert.match(empty, /Before.*Behind/s);
    assert.doesNotMatch(empty, /<w:drawing>|<c:chart/);
  });
});
