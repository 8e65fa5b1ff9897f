import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { knownAttack, sourceOf } from '../../../test/support/interchange.ts';
import { importBounds } from '../bounds.ts';
import { ImportRefusal, type ImportSource } from '../format.ts';
import type { ImportPlan } from '../plan.ts';
import { readers } from './index.ts';

/** A small file of each format, with a place for a text. */
const json = (value: unknown) => JSON.stringify(value);
const formats: Record<string, (text: string) => [name: string, content: string]> = {
  atomic: (text) => [
    'T1003.yaml',
    `attack_technique: T1003\ndisplay_name: x\natomic_tests:\n- name: ${json(text)}\n  auto_generated_guid: 5c1b2b2e-0f5e-4a46-a5b5-0d1b0d3c8f10\n  description: ${json(text)}\n  supported_platforms: [windows]\n  executor: {name: sh, command: ${json(text)}}\n`,
  ],
  sigma: (text) => ['a.yml', `title: ${json(text)}\ndescription: ${json(text)}\ndetection: {condition: x}\n`],
  ctid: (text) => [
    'a.yaml',
    `- emulation_plan_details: {id: a, adversary_name: ${json(text)}}\n- {id: b, name: ${json(text)}, description: ${json(text)}}\n`,
  ],
  caldera: (text) => [
    'a.yml',
    `id: a\nname: ${json(text)}\ndescription: ${json(text)}\natomic_ordering: [${json(text)}]\n`,
  ],
  operation: (text) => [
    'a.json',
    json({
      name: text,
      host_group: [],
      planner: text,
      steps: { p: { steps: [{ link_id: text, name: text, output: text }] } },
    }),
  ],
  navigator: (text) => [
    'a.json',
    json({
      name: text,
      domain: 'enterprise-attack',
      versions: { layer: '4.5' },
      techniques: [{ techniqueID: 'T1003', comment: text }],
    }),
  ],
  'attack-flow': (text) => [
    'a.json',
    json({
      type: 'bundle',
      objects: [
        { type: 'attack-flow', id: 'attack-flow--1', name: text, start_refs: ['attack-action--1'] },
        {
          type: 'attack-action',
          id: 'attack-action--1',
          name: text,
          description: text,
          effect_refs: ['attack-action--1'],
        },
      ],
    }),
  ],
  purpleops: (text) => [
    'a.json',
    json([
      { id: 'a', assessmentid: 'b', mitreid: 'T1003', name: text, bluenotes: text, tactic: 'Execution' },
    ]),
  ],
  csv: (text) => [
    'a.csv',
    `name,output,executed\r\n"${text.replaceAll('"', '""')}","${text.replaceAll('"', '""')}",2026-07-01\r\n`,
  ],
  ghostwriter: (text) => [
    'a.csv',
    `entry_identifier,start_date,end_date,source_ip,dest_ip,tool,user_context,command,description,output,comments,operator_name,tags\r\na,2026-07-01 10:00:00,,,,"${text.replaceAll('"', '""')}",,,,"${text.replaceAll('"', '""')}",,,\r\n`,
  ],
  attire: (text) => [
    'a.json',
    json({
      'attire-version': '1.1',
      'execution-data': {
        'execution-id': text,
        target: { host: text },
        'time-generated': '2026-07-01T10:00:00.000Z',
      },
      procedures: [
        {
          'mitre-technique-id': 'T1003',
          'procedure-name': text,
          'procedure-id': { type: 'guid', id: text },
          order: 1,
          steps: [{ order: 1, command: text, output: [{ content: text, level: 'STDOUT', type: 'console' }] }],
        },
      ],
    }),
  ],
};

/** Texts that do harm where they are taken for more. */
const texts: Record<string, string> = {
  'a formula': "=cmd|'/c calc'!A1",
  'a formula behind a blank': ' @SUM(1+1)*cmd|"/c calc"!A1',
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'a way out': '../../../../etc/passwd',
  'a way out of Windows': '..\\..\\C:\\Windows\\system.ini',
  'a template': '#{process} {{7*7}} %s%n',
  NUL: 'a\u0000b',
  'half a pair': 'a\ud800b',
  'turned writing': 'a\u202egpj.exe',
  prototypes: '__proto__',
  'a text beyond bounds': 'x'.repeat(importBounds.cell + 1),
};

/** What becomes of the bytes of a file. */
const damages: Record<string, (bytes: Buffer) => Buffer> = {
  'that ends too early': (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)),
  'in Latin-1': (bytes) => Buffer.concat([bytes, Buffer.from([0x23, 0xe9, 0x0a])]),
  'in UTF-16 without a mark': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  'in UTF-32': (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), bytes]),
  'with raw NUL': (bytes) => Buffer.concat([bytes, Buffer.alloc(8)]),
  'with nothing in it': () => Buffer.alloc(0),
};

const layers = [...'bcdefghij'].map(
  (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`)}]`,
);
const yamlBombs: Record<string, string> = {
  'aliases of aliases': `a: &a [${Array(9).fill('x')}]\n${layers.join('\n')}\n`,
  'a long text that is repeated': `a: &a ${'x'.repeat(200_000)}\nb: [${Array(500).fill('*a')}]\n`,
  'aliases that lead back': 'a: &a {b: *a}\n',
  'lists in lists': `a: ${'['.repeat(200_000)}\n`,
  'a tag of Python': 'a: !!python/object/apply:os.system ["id"]\n',
  'a tag of JavaScript': 'a: !!js/function "function(){}"\n',
  'a tag of its own': 'a: !include /etc/passwd\n',
  'keys of prototypes': '__proto__: {name: x}\nconstructor: {prototype: {x: 1}}\n',
};
const jsonBombs: Record<string, string> = {
  'lists in lists': '['.repeat(200_000),
  'objects in objects': '{"a":'.repeat(200_000),
  'too many values': `[${'[],'.repeat(2_000_001)}0]`,
  'keys of prototypes': '{"__proto__": {"name": "x"}, "constructor": {"prototype": {"x": 1}}}',
  'huge numbers': `[1e999, -1e999, ${'9'.repeat(5000)}]`,
  'an object of the wrong kind':
    '{"steps": 5, "techniques": {}, "objects": "x", "host_group": 7, "procedures": 1}',
};

type Case = [name: string, source: ImportSource];

function* listCases(): Generator<Case> {
  for (const [format, write] of Object.entries(formats)) {
    for (const [what, text] of Object.entries(texts)) {
      const [name, content] = write(text);
      yield [`${format} with ${what}`, sourceOf(name, { [name]: content }, false)];
    }
    for (const [how, damage] of Object.entries(damages)) {
      const [name, content] = write('x');
      yield [`${format} ${how}`, sourceOf(name, { [name]: damage(Buffer.from(content)) }, false)];
    }
    const [name, content] = write('x');
    const isYaml = /\.ya?ml$/.test(name);
    if (!name.endsWith('.csv')) {
      for (const [what, bomb] of Object.entries(isYaml ? yamlBombs : jsonBombs)) {
        const text = isYaml ? `${bomb}${content}` : bomb;
        yield [`${format} with ${what}`, sourceOf(name, { [`../../${name}`]: text, 'C:\\x.exe': 'MZ' })];
      }
    }
  }
  const sheet = (xml: string) =>
    Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8('<Types/>'),
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': strToU8(
          '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        'xl/worksheets/sheet1.xml': strToU8(xml),
      }),
    );
  const books: Record<string, Buffer> = {
    'entities that repeat': sheet(
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
    ),
    'an entity of a file': sheet(
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>',
    ),
    'a cell far away': sheet(
      '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
    ),
    'rows without end': sheet(
      `<worksheet><sheetData>${'<row><c r="A1"><v>1</v></c></row>'.repeat(2_100_000)}</sheetData></worksheet>`,
    ),
    'XML that does not end': sheet('<worksheet><sheetData><row>'),
    'a bomb': sheet(`<worksheet>${' '.repeat(66 * 1024 * 1024)}</worksheet>`),
    'nothing of a workbook': Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })),
    'no zip behind its mark': Buffer.from('PK\u0003\u0004 and nothing'),
  };
  for (const [what, bytes] of Object.entries(books)) {
    yield [`a workbook with ${what}`, sourceOf('a.xlsx', { 'a.xlsx': bytes }, false)];
  }
  const tables: Record<string, string> = {
    'a cell of 10 MB': `name,output,executed\na,"${'x'.repeat(10 * 1024 * 1024)}",\nb,y,\n`,
    'a quote that does not end': 'name\n"a',
    'cells without end': `name\n${','.repeat(4_000_000)}`,
    'columns without end': `name${',x'.repeat(5000)}\n`,
    'rows without end': `name\n${'a\n'.repeat(100_002)}`,
    'columns of prototypes': '__proto__,constructor,toString,name\na,b,c,d\n',
  };
  for (const [what, text] of Object.entries(tables)) {
    yield [`a table with ${what}`, sourceOf('a.csv', { 'a.csv': text }, false)];
  }
}

async function recogniseAll(source: ImportSource) {
  const beginnings = new Map<string, string>();
  for (const { name, read } of source.members)
    beginnings.set(name, (await read()).toString().slice(0, 65_536));
  return readers.filter((reader) => reader.recognise(source, beginnings) !== 'no');
}

function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      yield key;
      yield* listTexts(part);
    }
  }
}

/** Whatever was read is within bounds, of whole characters, and numbers that are some. */
function check(plan: ImportPlan): void {
  const { refused: _refused, asks: _asks, ...rows } = plan;
  for (const text of listTexts(rows)) {
    assert.ok(text.isWellFormed(), 'a text has half a character');
    assert.ok(text.length <= importBounds.cell, 'a text is beyond bounds');
  }
  for (const { row, why } of plan.refused) {
    assert.ok(why.length > 5 && why.length < 1000, 'why a row is refused');
    assert.ok(row.length < 1000);
  }
  assert.doesNotMatch(JSON.stringify(plan), /:(?:NaN|Infinity)/);
}

describe('hostile files', () => {
  const cases = [...listCases()];

  it('are 200 and more', () => assert.ok(cases.length >= 200, `${cases.length}`));

  for (const [name, source] of cases) {
    it(`harm no reader: ${name}`, async () => {
      for (const reader of await recogniseAll(source)) {
        try {
          check(await reader.read(source, { choices: {}, attack: knownAttack, progress: () => {} }));
        } catch (error) {
          assert.ok(
            error instanceof ImportRefusal,
            `${reader.format}: ${error instanceof Error ? error.stack : error}`,
          );
          assert.ok(error.message.length < 1000);
        }
        assert.equal(Object.hasOwn(Object.prototype, 'name') || Object.hasOwn(Object.prototype, 'x'), false);
      }
    });
  }
});
