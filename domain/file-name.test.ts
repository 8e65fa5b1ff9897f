import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toFileName } from './file-name.ts';
import { nameReportFile } from './reports.ts';

const report = { options: { sanitised: false, withheld_words: ['Harbour'] } };

describe('the name of a saved file', () => {
  const table: [title: string, name: string][] = [
    ['Technical report: Harbour', 'Technical report Harbour.docx'],
    ['a/b\\c', 'a b c.docx'],
    ['bill\u202etxt.exe', 'bill txt.exe.docx'],
    ['Ünï\u200b 🔥', 'Ünï 🔥.docx'],
    ['...', 'Template.docx'],
    ['', 'Template.docx'],
    ['Acme. ', 'Acme.docx'],
    ['con', 'Template.docx'],
    ['LPT1.old', 'Template.docx'],
    ['Console', 'Console.docx'],
    ['half \ud83d of a pair', 'half � of a pair.docx'],
    ['🔥'.repeat(80), `${'🔥'.repeat(60)}.docx`],
  ];
  for (const [title, name] of table) {
    it(`${JSON.stringify(title)} is ${name}`, () =>
      assert.equal(toFileName(title, 'docx', 'Template'), name));
  }

  it('ends in .zip for a report of several files', () => {
    assert.equal(nameReportFile({ ...report, title: 'nul' }, 'csv'), 'Report.csv.zip');
    assert.equal(nameReportFile({ ...report, title: 'Harbour' }, 'pdf'), 'Harbour.pdf');
  });

  it('has none of the words that a sanitised report withholds', () => {
    const options = { ...report.options, sanitised: true };
    assert.equal(nameReportFile({ title: 'Tests of HARBOUR', options }, 'pdf'), 'Tests of.pdf');
  });
});
