import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longestTemplateText, longestText } from '../../../domain/limits.ts';
import { applyImport, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const long = (length: number) =>
  'a line of output \u{1F510}\n'.repeat(Math.ceil(length / 20)).slice(0, length);
const inRun = long(longestText * 1.1);
const inFile = long(1_200_000);

const attire = (output: string) => ({
  name: 'log.json',
  content: JSON.stringify({
    'attire-version': '1.1',
    'execution-data': { 'execution-source': 'x', 'execution-id': 'long', target: { host: 'h'.repeat(700) } },
    procedures: [
      {
        'mitre-technique-id': 'T1059',
        'procedure-name': 'P',
        'procedure-id': { type: 'guid', id: '0' },
        steps: [
          {
            order: 1,
            'time-start': '2026-01-01T00:00:00.000Z',
            'time-stop': '2026-01-01T00:00:01.000Z',
            executor: 'sh',
            command: 'id',
            output: [{ content: output, level: 'STDOUT', type: 'console' }],
          },
        ],
      },
    ],
  }),
});
const ghostwriter = (output: string) => ({
  name: 'oplog.csv',
  content: `entry_identifier,start_date,end_date,source_ip,dest_ip,tool,user_context,command,description,output,comments,operator_name,tags\r\n1,2026-11-03 09:15:30+00:00,2026-11-03 09:16:00+00:00,kali,ws1,,alice,id,,"${output}",,rhea,T1033\r\n`,
});
const table = (output: string) => ({
  name: 'tests.csv',
  content: `Mission,Scenario,Name,Status,Output,Blue comment\nAutumn,First,Ask,executed,"${output}","${output}"\n`,
});

let server: TestServer;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
});
after(() => server.close());

/** Imports a file with one run; returns its test, the text of its rows before and after, and its evidence. */
async function bringIn(file: { name: string; content: string }) {
  const { client } = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
  const read = await importFile(client, file);
  const before = await rowsOf(client, read.id);
  const applied = await applyImport(client, read.id);
  assert.deepEqual([applied.status, applied.totals], ['applied', read.totals]);
  assert.equal(read.totals.refused, 0);
  const after = await rowsOf(client, read.id);
  assert.deepEqual(
    after.map(({ leftover }) => leftover),
    before.map(({ leftover }) => leftover),
    'the preview says what the result says',
  );
  const { object, leftover } = after.find(({ object }) => object?.mission_id);
  const at = `/api/v1/missions/${object.mission_id}/tests/${object.id}`;
  const test = bodyOf(await client.get(at), 200);
  const evidence: Record<string, string> = {};
  for (const { id, file_name } of test.evidence) {
    evidence[file_name] = bodyOf(await client.get(`/api/v1/evidence/${id}`), 200);
  }
  return { test, leftover, evidence };
}

describe('a text that is too long for its field', () => {
  for (const [what, make, text] of [
    ['a log of ATTiRe', attire, inRun],
    ['a log of ATTiRe, of more than a million characters', attire, inFile],
    ['a log of Ghostwriter', ghostwriter, inRun],
    ['a log of Ghostwriter, of more than a million characters', ghostwriter, inFile],
    ['a table', table, inFile],
  ] as const) {
    it(`is truncated and kept in full as evidence: ${what}`, async () => {
      const { test, leftover, evidence } = await bringIn(make(text));
      assert.ok(test.output.length <= longestText, String(test.output.length));
      assert.ok(test.output.isWellFormed());
      assert.match(test.output, /\[… cut: [\d,]+ characters in all\]$/);
      assert.equal(evidence['output.txt'], text);
      assert.ok(
        leftover.some((line: string) =>
          /output: it has [\d,]+ characters, cut at 200,000.*output\.txt/.test(line),
        ),
        leftover.map((line: string) => line.slice(0, 200)).join('\n'),
      );
      if (make === attire) assert.ok(leftover.includes(`target_host: ${'h'.repeat(700)}`));
      if (make === table) assert.equal(evidence['blue_comment.txt'], text);
    });
  }

  it('is truncated in a template, and reported', async () => {
    const { client } = await server.newPerson('redteam');
    const content = `Name,Command\n${'n'.repeat(300)},"${'c'.repeat(longestTemplateText + 1)}"\n`;
    const read = await importFile(client, { name: 'templates.csv', content });
    const [before] = await rowsOf(client, read.id);
    assert.equal(before.action, 'new');
    assert.match(before.leftover.join('\n'), /command: it has 100,001 characters, cut at 100,000/);
    assert.match(before.leftover.join('\n'), /n{300}/);
    await applyImport(client, read.id);
    const [row] = await rowsOf(client, read.id);
    assert.deepEqual(row.leftover, before.leftover);
    const template = bodyOf(await client.get(`/api/v1/test-templates/${row.object.id}`), 200);
    assert.match(template.command, /\[… cut: 100,001 characters in all\]$/);
    assert.equal(template.name.length, 200);
  });
});
