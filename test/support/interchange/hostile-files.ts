import { strToU8, zipSync } from 'fflate';
import { importBounds } from '../../../server/interchange/bounds.ts';

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
  'cobalt-strike': (text) => [
    'a.log',
    `09/01 10:00:00 UTC [metadata] 10.0.0.1 <- 10.0.0.5; computer: ${text}; user: ${text}; pid: 1\n09/01 10:00:05 UTC [input] <${text}> ${text}\n09/01 10:00:05 UTC [task] <${text}> ${text}\n09/01 10:00:06 UTC [output]\n${text}\n`,
  ],
  sliver: (text) => [
    'a.json',
    json({
      time: '2026-07-01T10:00:00Z',
      msg: json({
        request: json({ Path: text, Args: [text] }),
        method: '/rpcpb.SliverRPC/Execute',
        session: json({ ID: text, Hostname: text, Username: text }),
        user: text,
      }),
    }),
  ],
  mythic: (text) => [
    'a.json',
    json([
      {
        agent_task_id: text,
        command_name: text,
        display_params: text,
        status: text,
        callback: { host: text, user: text },
        responses: [{ response_text: text }],
      },
    ]),
  ],
  'atomic-log': (text) => [
    'a.log',
    `<30>1 - - - - - - ${json({ 'Execution Time (UTC)': '2026-07-01T10:00:00Z', Technique: text, 'Test Name': text, Hostname: text, GUID: text, ProcessId: text })}\n`,
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

/** Texts that do harm if they are taken for more than text. */
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

/** Mutation of the bytes of a file. */
const damages: Record<string, (bytes: Buffer) => Buffer> = {
  'that ends too early': (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)),
  'in Latin-1': (bytes) => Buffer.concat([bytes, Buffer.from([0x23, 0xe9, 0x0a])]),
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

/** A file that does harm to a careless reader. */
export type HostileFile = {
  /** Its fault. */
  kind: string;
  /** Its format, or another kind. */
  of: string;
  file: string;
  content: string | Buffer;
  /** Whether it is also in an archive, next to another file, with an escaping name. */
  beside: boolean;
};

/** Every format with every possible fault. */
export function* listHostileFiles(): Generator<HostileFile> {
  for (const [format, write] of Object.entries(formats)) {
    for (const [what, text] of Object.entries(texts)) {
      const [file, content] = write(text);
      yield { kind: `with ${what}`, of: format, file, content, beside: false };
    }
    const [file, content] = write('x');
    for (const [how, damage] of Object.entries(damages)) {
      yield { kind: how, of: format, file, content: damage(Buffer.from(content)), beside: false };
    }
    const isYaml = /\.ya?ml$/.test(file);
    if (file.endsWith('.csv')) continue;
    for (const [what, bomb] of Object.entries(isYaml ? yamlBombs : jsonBombs)) {
      const kind = `with ${what} in ${isYaml ? 'YAML' : 'JSON'}`;
      yield { kind, of: format, file, content: isYaml ? `${bomb}${content}` : bomb, beside: true };
    }
  }
  for (const [what, content] of Object.entries(listBooks())) {
    yield { kind: `with ${what}`, of: 'a workbook', file: 'a.xlsx', content, beside: false };
  }
  for (const [what, content] of Object.entries(listTables())) {
    yield { kind: `with ${what}`, of: 'a table', file: 'a.csv', content, beside: false };
  }
}

/** One file of each kind, with the formats in turn. */
export function pickHostileFiles(): HostileFile[] {
  const kinds = Map.groupBy(listHostileFiles(), ({ kind }) => kind);
  return [...kinds.values()].map((some, index) => some[index % some.length] as HostileFile);
}

function listBooks(): Record<string, Buffer> {
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
  return {
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
}

function listTables(): Record<string, string> {
  return {
    'a cell of 10 MB': `name,output,executed\na,"${'x'.repeat(10 * 1024 * 1024)}",\nb,y,\n`,
    'a quote that does not end': 'name\n"a',
    'cells without end': `name\n${','.repeat(4_000_000)}`,
    'columns without end': `name${',x'.repeat(5000)}\n`,
    'lines without end': `name\n${'a\n'.repeat(100_002)}`,
    'columns of prototypes': '__proto__,constructor,toString,name\na,b,c,d\n',
  };
}

const text = (content: string) => new Uint8Array(Buffer.from(content));
const yaml = text('attack_technique: T1082\natomic_tests: []\n');
const whole = zipSync({ 'T1082.yaml': yaml });

/** Content of an import, if its archive were intact. */
const good = text(
  `attack_technique: T1082\natomic_tests:\n- name: A test\n  executor: { name: sh, command: id }\n${'# x\n'.repeat(60)}`,
);

/** An archive with falsified bytes, by the offset of its directory. */
function tampered(change: (bytes: Buffer, directory: number) => void, member = yaml): Buffer {
  const bytes = Buffer.from(zipSync({ 'T1082.yaml': member }, { level: member === yaml ? 0 : 9 }));
  change(bytes, bytes.indexOf(Buffer.from('504b0102', 'hex')));
  return bytes;
}

/** Archives that must not be imported, by their fault. */
export function listHostileArchives(): Record<string, Buffer> {
  const zip = (members: Record<string, Uint8Array>) => Buffer.from(zipSync(members));
  const blank = (size: number) => new Uint8Array(size).fill(0x20);
  const many = Array.from({ length: 20_001 }, (_, index): [string, Uint8Array] => [`${index}.yaml`, yaml]);
  return {
    'a name that leads out': zip({ '../../T1082.yaml': yaml }),
    'an absolute name': zip({ '/etc/T1082.yaml': yaml }),
    'a name of Windows': zip({ 'C:\\T1082.yaml': yaml }),
    'its end cut off': Buffer.from(whole.subarray(0, whole.length - 30)),
    'no file': zip({}),
    'too many files': zip(Object.fromEntries(many)),
    'an encrypted member': tampered((bytes, at) => bytes.writeUInt16LE(1, at + 8)),
    'another compression': tampered((bytes, at) => bytes.writeUInt16LE(99, at + 10)),
    'a member that says it is smaller': tampered((bytes, at) => bytes.writeUInt32LE(3, at + 24)),
    'a packed member that says it is smaller': tampered(
      (bytes, at) => bytes.writeUInt32LE(90, at + 24),
      good,
    ),
    'a packed member that says it is larger': tampered(
      (bytes, at) => bytes.writeUInt32LE(9000, at + 24),
      good,
    ),
    'a packed member that ends too early': tampered((bytes, at) => bytes.writeUInt32LE(20, at + 20), good),
    'a packed member longer than it': tampered((bytes, at) => bytes.writeUInt32LE(90_000, at + 20), good),
    'a packed member of other bytes': tampered((bytes) => bytes.fill(0xff, 40, 80), good),
    'a bomb that says it is small': tampered(
      (bytes, at) => bytes.writeUInt32LE(999, at + 24),
      blank(200 << 20),
    ),
    'a bomb of a text': zip({ 'T1082.yaml': blank(65 << 20) }),
    'more than may be unpacked': tampered((bytes, at) => bytes.writeUInt32LE(0xf0000000, at + 24)),
    'an archive in it': zip({ 'T1082.yaml': whole }),
    'bytes of nothing in it': zip({ 'T1082.yaml': new Uint8Array([0, 1, 2, 3, 255]) }),
  };
}
