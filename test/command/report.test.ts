import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { reportModel } from '../../server/reports/model.ts';
import { damson } from '../support/commands/command.ts';
import { bodyOf, newMission, nobody } from '../support/missions/factories.ts';
import { paragraphs, templateOf } from '../support/reports/report-templates.ts';
import { type Client, startTestServer, type TestServer } from '../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let folder: string;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  folder = mkdtempSync(path.join(tmpdir(), 'damson-report-'));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function newFile(ending: string): string {
  files += 1;
  return path.join(folder, `${files}.${ending}`);
}

const run = (mission: string, flags: string[], dataDir = server.dataDir) =>
  damson(['report', mission, '--data-dir', dataDir, ...flags]);

describe('damson report', () => {
  it('writes a report of a mission by its name beside a running server, and the history tells of it', async () => {
    const mission = await newMission(admin, { name: 'Autumn <b>', tests: 2 });
    const out = newFile('json');
    const outcome = await run('Autumn <b>', ['--kind', 'executive', '--out', out]);
    assert.deepEqual([outcome.code, outcome.stdout, outcome.stderr], [0, `wrote ${out}\n`, '']);
    const model = reportModel.parse(JSON.parse(readFileSync(out, 'utf8')));
    assert.deepEqual(
      [model.report.kind, model.report.title, model.mission.id],
      ['executive', 'Executive report: Autumn <b>', mission.id],
    );
    const html = newFile('html');
    assert.equal((await run(mission.id, ['--out', html])).code, 0);
    assert.match(readFileSync(html, 'utf8'), /^<!doctype html>/i);
    const { items } = bodyOf(await admin.get('/api/v1/audit?verb=exported'), 200);
    assert.deepEqual(
      [items[0].via, items[0].mission_id, items[0].changes.format],
      ['command', mission.id, [null, 'html']],
    );
    assert.deepEqual(readdirSync(folder).sort(), [path.basename(out), path.basename(html)].sort());
  });

  it('writes what was issued, also of a backup that was restored', async () => {
    const mission = await newMission(admin);
    const reports = `/api/v1/missions/${mission.id}/reports`;
    const { id } = bodyOf(await admin.post(reports, { kind: 'technical', title: 'As it was' }), 201);
    const out = newFile('html');
    const draft = await run(mission.id, ['--issued', id, '--out', out]);
    assert.deepEqual([draft.code, draft.stderr], [1, 'damson: Issued report not found\n']);
    bodyOf(await admin.post(`${reports}/${id}/issue`), 200);
    bodyOf(await admin.patch(`/api/v1/missions/${mission.id}`, { name: 'Renamed' }), 200);
    const issued = bodyOf(await admin.get(`${reports}/${id}/renderings/html`), 200);
    const backup = newFile('damson');
    const restored = newFile('folder');
    assert.equal((await damson(['backup', backup, '--data-dir', server.dataDir])).code, 0);
    assert.equal((await damson(['restore', backup, '--data-dir', restored])).code, 0);
    for (const dataDir of [server.dataDir, restored]) {
      assert.equal((await run(mission.id, ['--issued', id, '--force', '--out', out], dataDir)).code, 0);
      assert.equal(readFileSync(out, 'utf8'), issued);
    }
    // A format that isn't stored is rendered from the frozen model.
    const csv = newFile('csv');
    assert.equal((await run(mission.id, ['--issued', id, '--out', csv], restored)).code, 0);
    assert.ok(existsSync(csv));
    const [kept] = readdirSync(path.join(restored, 'reports', mission.id, id));
    writeFileSync(path.join(restored, 'reports', mission.id, id, kept ?? ''), 'damaged');
    const verified = await damson(['verify', '--data-dir', restored]);
    assert.deepEqual(
      [verified.code, /^damaged report [-0-9a-f]{36}, of entry \d+ of the history$/m.test(verified.stdout)],
      [1, true],
    );
  });

  it('fills a template, or lists all of its problems', async () => {
    const mission = await newMission(admin, { name: 'Filled' });
    const out = newFile('docx');
    const template = newFile('docx');
    const fill = (...texts: string[]) => {
      writeFileSync(template, templateOf(paragraphs(...texts)));
      return run(mission.id, ['--template', template, '--out', out]);
    };
    const refused = await fill('{passwords}', '{#sections}');
    assert.equal(refused.code, 1);
    assert.equal(refused.stderr.split('\n')[0], `damson: ${template} can't be used as a template`);
    assert.match(refused.stderr, /\{passwords\}: is not a field that a report has here/);
    assert.ok(!existsSync(out));
    assert.equal((await fill('Our letter of {mission}')).code, 0);
    const { 'word/document.xml': document } = unzipSync(readFileSync(out));
    assert.match(strFromU8(document as Uint8Array).replace(/<[^>]*>/g, ''), /Our letter of Filled/);
    const missing = await run(mission.id, [
      '--template',
      path.join(folder, 'none.docx'),
      '--out',
      newFile('docx'),
    ]);
    assert.match(missing.stderr, /none\.docx can't be read: ENOENT/);
    for (const [flags, message] of [
      [['--out', newFile('html')], '--template is for the format docx'],
      [
        ['--issued', nobody, '--out', newFile('docx')],
        '--template is for a new report, not for one that was issued',
      ],
    ] as const) {
      const outcome = await run(mission.id, ['--template', template, ...flags]);
      assert.deepEqual([outcome.code, outcome.stderr.split(' (')[0]], [2, `damson: ${message}`]);
    }
  });

  it('reports a failure in one line, and leaves nothing', async () => {
    await newMission(admin, { name: 'Twice' });
    await newMission(admin, { name: 'Twice' });
    const there = newFile('csv');
    writeFileSync(there, 'mine');
    const out = newFile('json');
    for (const [mission, flags, code, message] of [
      ['Nothing', ['--out', out], 1, 'there is no mission "Nothing"'],
      [nobody, ['--out', out], 1, `there is no mission "${nobody}"`],
      ['Twice', ['--out', out], 1, '2 missions have this name: give the id of one'],
      ['Twice', ['--out', there], 1, `${there} already exists; --force replaces it`],
      ['Twice', [], 2, '"report" needs --out <file> (try "damson --help")'],
      [
        'Twice',
        ['--out', newFile('exe')],
        2,
        '--format must be one of html, pdf, docx, xlsx, csv, json (try "damson --help")',
      ],
      [
        'Twice',
        ['--out', out, '--kind', 'weekly'],
        2,
        '--kind must be one of executive, technical, dora_red, dora_blue, dora_summary, dora_remediation, replay_minutes (try "damson --help")',
      ],
    ] as const) {
      const outcome = await run(mission, [...flags]);
      assert.deepEqual([outcome.code, outcome.stderr.split('\n')[0]], [code, `damson: ${message}`]);
    }
    assert.equal(readFileSync(there, 'utf8'), 'mine');
    assert.ok(!existsSync(out));
  });
});
