import { strToU8, zipSync } from 'fflate';
import type { ImportFormat } from '../../../domain/interchange.ts';

const mebi = 1024 * 1024;
const guid = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const fill = (length: number, of: (index: number) => string, by = '') =>
  Array.from({ length }, (_, index) => of(index)).join(by);

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function book(parts: { sheet?: string; strings?: string; styles?: string; workbook?: string }): Buffer {
  const { sheet = '<worksheet><sheetData/></worksheet>', strings, styles, workbook } = parts;
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': workbook ?? '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': strings }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': styles }),
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

const inSheet = (xml: string) => book({ sheet: `<worksheet><sheetData>${xml}</sheetData></worksheet>` });
const inCell = (xml: string) => inSheet(`<row r="1"><c r="A1" t="inlineStr"><is>${xml}</is></c></row>`);
const rows = (count: number) =>
  fill(count, (index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`);

const books: Record<string, () => Buffer> = {
  'a text of 3 MiB': () => inCell(`<t>${'x'.repeat(3 * mebi)}</t>`),
  'a text of 2 MiB': () => inCell(`<t>${'x'.repeat(2 * mebi)}</t>`),
  'an attribute of 3 MiB': () => inSheet(`<row r="1" x="${'x'.repeat(3 * mebi)}"/>`),
  'an attribute full of ends of tags': () => inSheet(`<row r="1" x="${'>'.repeat(3 * mebi)}"/>`),
  'a name of 3 MiB': () => inSheet(`<${'x'.repeat(3 * mebi)}/>`),
  'a comment of 3 MiB': () => inSheet(`<!--${'<'.repeat(3 * mebi)}-->`),
  'CDATA of 3 MiB': () => inCell(`<t><![CDATA[${'<'.repeat(3 * mebi)}]]></t>`),
  'an instruction of 3 MiB': () => inSheet(`<?${'<'.repeat(3 * mebi)}?>`),
  'quotes that do not end': () => inSheet('<c "'.repeat(4 * mebi)),
  'apostrophes within quotes': () => inSheet(`<c ${`'"`.repeat(4 * mebi)}`),
  'tags that do not end': () => inSheet('<row '.repeat(4 * mebi)),
  'names without end': () => inSheet('<a.b-'.repeat(4 * mebi)),
  'a shared text of 3 MiB': () => book({ strings: `<sst><si><t>${'x'.repeat(3 * mebi)}</t></si></sst>` }),
  'a shared text in many pieces': () =>
    book({ strings: `<sst><si>${'<r><t>x</t></r>'.repeat(100_000)}</si></sst>` }),
  'a format of 3 MiB': () =>
    book({
      styles: `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'[['.repeat(6 * mebi)}"/></numFmts></styleSheet>`,
    }),
  'formats of 1 MB': () =>
    book({
      styles: `<styleSheet><numFmts>${fill(30, (index) => `<numFmt numFmtId="${200 + index}" formatCode="${'['.repeat(1_000_000)}"/>`)}</numFmts><cellXfs>${fill(30, (index) => `<xf numFmtId="${200 + index}" applyNumberFormat="1"/>`)}</cellXfs></styleSheet>`,
      sheet: `<worksheet><sheetData><row r="1">${fill(26, (index) => `<c r="${String.fromCharCode(65 + index)}1" s="${index}"><v>1</v></c>`)}</row></sheetData></worksheet>`,
    }),
  'attributes without end': () => inSheet(`<row r="1" ${fill(90_000, (index) => `a${index}="1"`, ' ')}/>`),
  'one sheet under two thousand names': () =>
    book({
      workbook: `<workbook><sheets>${fill(2000, (index) => `<sheet name="s${index}" r:id="r1"/>`)}</sheets></workbook>`,
      sheet: `<worksheet><sheetData>${rows(5000)}</sheetData></worksheet>`,
    }),
  'elements within one another': () => inSheet('<a>'.repeat(4 * mebi)),
};

const atomic = (fields: string) =>
  `attack_technique: T1082\ndisplay_name: D\natomic_tests:\n- name: A test\n  auto_generated_guid: ${guid(1)}\n${fields}`;
const plainAtomic =
  '  description: d\n  supported_platforms: [linux]\n  executor: { name: sh, command: id }\n';
const json = (value: unknown) => JSON.stringify(value);

const yaml: Record<string, () => string> = {
  'a million blanks before a letter': () =>
    atomic(
      `  description: ${json(`${' '.repeat(900_000)}x`)}\n  supported_platforms: [linux]\n  executor: { name: sh, command: ${json(`${' \t'.repeat(450_000)}x`)} }\n`,
    ),
  'a million lines before a letter': () =>
    atomic(
      `  description: d\n  supported_platforms: [linux]\n  executor: { name: manual, steps: ${json(`${'\n'.repeat(900_000)}x`)} }\n  dependencies:\n  - description: ${json(`${'\n'.repeat(900_000)}x`)}\n    prereq_command: ${json(`${'\n'.repeat(900_000)}x`)}\n`,
    ),
  'headings without end': () =>
    atomic(
      `  description: ${json('### Objective\n'.repeat(60_000))}\n  supported_platforms: [linux]\n  executor: { name: manual, steps: ${json('\n\nExecutor: '.repeat(80_000))} }\n`,
    ),
  'comments without end': () => `${'# x\n'.repeat(100_000)}${atomic(plainAtomic)}`,
  'a comment of 6 MiB': () => `#${' '.repeat(6 * mebi)}\n${atomic(plainAtomic)}`,
  'empty lines without end': () => `${'\n'.repeat(6 * mebi)}${atomic(plainAtomic)}`,
  'blanks without end': () => `${' '.repeat(6 * mebi)}\n${atomic(plainAtomic)}`,
  'anchors without end': () => `${atomic(plainAtomic)}x:\n${fill(60_000, (index) => `- &a${index} x\n`)}`,
  'keys without end': () => `${atomic(plainAtomic)}x:\n${fill(60_000, (index) => `  k${index}: x\n`)}`,
  'a word of many lines': () => `${atomic(plainAtomic)}x: a\n${'  b c d\n'.repeat(90_000)}`,
  'a quoted word of many lines': () => `${atomic(plainAtomic)}x: "a\n${'  b \\x41\n\n'.repeat(90_000)}"\n`,
  'an apostrophe that does not end': () => `${atomic(plainAtomic)}x: '${"''".repeat(5 * mebi)}`,
  'a block of many lines': () => `${atomic(plainAtomic)}x: >\n${'  b\n\n   c\n'.repeat(100_000)}`,
  'a flow of many lines': () => `${atomic(plainAtomic)}x: [${'a,\n '.repeat(60_000)}]\n`,
  'a flow of words over lines': () => `${atomic(plainAtomic)}x: [a\n${' b\n'.repeat(200_000)}]\n`,
  'documents without end': () => `${atomic(plainAtomic)}${'---\na: 1\n'.repeat(30_000)}`,
  'marks of documents without end': () => `${atomic(plainAtomic)}${'---\n'.repeat(100_000)}`,
  'directives without end': () => `${'%YAML 1.2\n'.repeat(80_000)}---\n${atomic(plainAtomic)}`,
  'tags without end': () => `${'%TAG !a! tag:x,2026:\n'.repeat(50_000)}---\n${atomic(plainAtomic)}`,
  'errors without end': () => `${atomic(plainAtomic)}x: [${'}'.repeat(300_000)}\n`,
  'colons without end': () => `${atomic(plainAtomic)}x: ${': '.repeat(60_000)}\n`,
  'questions without end': () => `${atomic(plainAtomic)}x:\n${'  ? a\n'.repeat(90_000)}`,
  'merges without end': () =>
    `b: &b {${fill(300, (index) => `k${index}: 1`, ', ')}}\n${atomic(plainAtomic)}x:\n${'- {<<: *b}\n'.repeat(990)}`,
};

const head =
  'AssessmentGroup,Campaign,Variant,Status,Outcome,Objective,Phase,MitreID,Method,Command,Start Time,Stop Time';
const tables: Record<string, () => string> = {
  'quotes without end': () => `name,output\n${'"'.repeat(11 * mebi)}`,
  'quotes that end and begin': () => `name,output\n${'"" '.repeat(3 * mebi)}`,
  'a million columns': () => `name${',x'.repeat(1_000_000)}\n`,
  'a head without end': () => `name,a${'- '.repeat(500_000)}b\na,b\n`,
  'names of columns without end': () => `name,${fill(100_000, (index) => `c${index}`, ',')}\na\n`,
  'a scenario for each row': () =>
    `name,scenario,executed\n${fill(20_000, (index) => `t${index},s${index},2026-07-01`, '\n')}`,
  'a mission for each row': () =>
    `name,mission,executed\n${fill(20_000, (index) => `t${index},m${index},2026-07-01`, '\n')}`,
  'blanks around words': () => `name,tags\na,"${' '.repeat(900_000)}x"\n`,
  'a list without end': () => `name,tags\na,"${'x;'.repeat(450_000)}"\n`,
  'lines of variables': () => `name,variables\na,"${'a=b\n'.repeat(200_000)}"\n`,
  'times of many digits': () =>
    `name,executed\na,${'1'.repeat(900_000)}\nb,1/1/2026${' '.repeat(900_000)}x\n`,
};

const vectr: Record<string, () => string> = {
  'a campaign for each row': () =>
    `${head}\n${fill(20_000, (index) => `g,c${index},v${index},Completed,Blocked,o,Discovery,T1082,m,id,,`, '\n')}`,
  'one variant many times': () =>
    `${head}\n${'g,c,v,Completed,Blocked,o,Discovery,T1082,m,id,,\n'.repeat(20_000)}`,
};

const objects: Record<string, () => string> = {
  'a flow that leads everywhere': () =>
    json({
      type: 'bundle',
      objects: [
        { type: 'attack-flow', id: 'attack-flow--1', name: 'f', start_refs: ['attack-action--0'] },
        ...Array.from({ length: 1000 }, (_, index) => ({
          type: 'attack-action',
          id: `attack-action--${index}`,
          name: `a${index}`,
          effect_refs: Array.from({ length: 900 }, (_, other) => `attack-action--${other}`),
        })),
      ],
    }),
  'a flow as long as its file': () =>
    json({
      type: 'bundle',
      objects: [
        { type: 'attack-flow', id: 'attack-flow--1', name: 'f', start_refs: ['attack-action--0'] },
        ...Array.from({ length: 20_000 }, (_, index) => ({
          type: 'attack-action',
          id: `attack-action--${index}`,
          name: `a${index}`,
          effect_refs: [`attack-action--${index + 1}`],
        })),
      ],
    }),
  'conditions that lead to one another': () =>
    json({
      type: 'bundle',
      objects: [
        { type: 'attack-flow', id: 'attack-flow--1', name: 'f', start_refs: ['attack-condition--0'] },
        ...Array.from({ length: 10_000 }, (_, index) => ({
          type: 'attack-condition',
          id: `attack-condition--${index}`,
          description: `a${index}`,
          on_true_refs: [`attack-condition--${index + 1}`, 'attack-action--1'],
        })),
        ...Array.from({ length: 20_000 }, (_, index) => ({
          type: 'attack-action',
          id: `attack-action--${index}`,
          name: `a${index}`,
          effect_refs: ['attack-condition--0'],
        })),
      ],
    }),
};
const layers: Record<string, () => string> = {
  'one technique many times': () =>
    json({
      name: 'l',
      domain: 'enterprise-attack',
      versions: { layer: '4.5' },
      techniques: Array.from({ length: 60_000 }, (_, index) => ({
        techniqueID: 'T1003',
        comment: `c${index}`,
        tactic: 'execution',
      })),
    }),
};
const operations: Record<string, () => string> = {
  'steps without end': () =>
    json({
      name: 'o',
      host_group: [],
      planner: 'p',
      steps: {
        p: {
          steps: Array.from({ length: 20_000 }, (_, index) => ({
            link_id: `${index}`,
            name: `n${index}`,
            output: 'x',
          })),
        },
      },
    }),
  'skipped abilities without end': () =>
    json({
      name: 'o',
      host_group: [],
      planner: 'p',
      steps: {},
      skipped_abilities: Array.from({ length: 3000 }, (_, agent) => ({
        [`a${agent}`]: Array.from({ length: 100 }, (_, index) => ({
          ability_id: `${index}`,
          ability_name: 'x',
          reason: 'r',
        })),
      })),
    }),
};
const purple: Record<string, () => string> = {
  'names of files without end': () =>
    json([
      {
        id: 'a',
        assessmentid: 'b',
        mitreid: 'T1003',
        name: 'n',
        bluenotes: `[File names]\n${'x: y\n'.repeat(60_000)}`,
        rednotes: `[Output]\n${'[Output]\n\n'.repeat(80_000)}`,
        redfiles: Array.from({ length: 10_000 }, (_, index) => ({ path: `f${index}` })),
        tactic: 'Execution',
      },
    ]),
};

const archive = (members: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)]))),
  );
const archives: Record<string, () => Buffer> = {
  'beginnings of empty lines': () =>
    archive(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.yml`, '\n'.repeat(65_536)])),
    ),
  'beginnings of blanks': () =>
    archive(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.yml`, ' '.repeat(65_536)])),
    ),
  'beginnings of quotes': () =>
    archive(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.json`, '"type" '.repeat(9000)])),
    ),
  'files of a library without end': () =>
    archive({
      'manifest.json': json({ format: 'damson', version: 1 }),
      ...Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`${index}.jsonl`, ''])),
    }),
  'members that say nothing': () =>
    archive(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`d/T${index}.yaml`, '']))),
};

/** A small file that keeps a careless reader busy for very long. */
export type SlowFile = {
  name: string;
  file: string;
  format: ImportFormat | null;
  content: () => string | Buffer;
};

function of(
  kind: string,
  file: string,
  format: ImportFormat | null,
  contents: Record<string, () => string | Buffer>,
): SlowFile[] {
  return Object.entries(contents).map(([what, content]) => ({
    name: `${kind}: ${what}`,
    file,
    format,
    content,
  }));
}

/** Everything that may take quadratic time in large numbers. */
export const slowFiles: readonly SlowFile[] = [
  ...of('a workbook', 'a.xlsx', 'csv', books),
  ...of('YAML', 'T1082.yaml', 'atomic', yaml),
  ...of('a table', 'a.csv', 'csv', tables),
  ...of('VECTR', 'a.csv', 'vectr', vectr),
  ...of('Attack Flow', 'a.json', 'attack-flow', objects),
  ...of('Navigator', 'a.json', 'navigator', layers),
  ...of('Caldera', 'a.json', 'caldera', operations),
  ...of('PurpleOps', 'a.json', 'purpleops', purple),
  ...of('an archive', 'a.zip', null, archives),
];
