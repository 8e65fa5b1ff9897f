// Writes the tables of the guide's page on fields of Word templates, with examples from the first of the demonstration's reports
// that has a value: `damson report <mission> --format json --out report.json`, then `node tools/make-report-fields.ts report.json
// …`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toData } from '../server/reports/docx/data.ts';
import type { Data } from '../server/reports/docx/values.ts';
import { reportModel } from '../server/reports/model.ts';
import { writeFieldList } from './report-template/field-list.ts';

const place = path.join(import.meta.dirname, '../docs/guide/report-fields.md');
const examples: Data = {};
for (const file of process.argv.slice(2)) {
  const model = reportModel.parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const [name, value] of Object.entries(await toData(model, async () => null))) {
    const known = examples[name];
    const isEmpty =
      known === undefined || known === null || known === '' || (Array.isArray(known) && known.length === 0);
    if (isEmpty) examples[name] = value;
  }
}
const page = readFileSync(place, 'utf8');
const begins = page.indexOf('\n## Texts\n') + 1;
writeFileSync(place, `${page.slice(0, begins)}${writeFieldList(examples)}\n`);
