import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { type Operation, registry } from '../../support/http/registry.ts';
import { attach, evidenceForm, newMission, nobody, placeOf, told } from '../../support/missions/factories.ts';
import { paragraphs, templateForm, templateOf } from '../../support/reports/report-templates.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const operations = registry();
const nul = 'a\u0000b';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

function namesOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType);
  return [];
}
const targetOf = ({ prefix, path }: Operation) => prefix + path.replaceAll(/:\w+/g, nobody);

describe('a NUL character, which no database keeps, is refused by the field that has it:', () => {
  for (const operation of operations) {
    const { method, prefix, path, body, query } = operation;
    const fields = namesOf(body);
    const parameters = path.includes(':') ? [] : namesOf(query);
    if (fields.length + parameters.length === 0) continue;
    it(`${method} ${prefix}${path}`, async () => {
      for (const field of fields) {
        for (const [value, at] of [
          [nul, field],
          [[nul], `${field}.0`],
          [{ name: nul }, `${field}.name`],
        ] as const) {
          const answer = await admin.request(method, targetOf(operation), { body: { [field]: value } });
          // The answer for a missing object comes first; one reader checks the bodies of all operations.
          const expected = answer.status === 404 ? [404, 'not_found', undefined] : [422, 'invalid', at];
          assert.deepEqual(told(answer), expected, JSON.stringify(answer.body));
        }
      }
      for (const name of parameters) {
        const answer = await admin.request(method, `${targetOf(operation)}?${name}=a%00b`);
        assert.deepEqual(told(answer), [422, 'invalid', name], JSON.stringify(answer.body));
      }
    });
  }
});

describe('a NUL character in a form is refused by the field that has it:', () => {
  it('the caption of evidence', async () => {
    const place = placeOf(await newMission(admin, { tests: 1 }));
    const answer = await attach(admin, place, evidenceForm('seen', { caption: nul }));
    assert.deepEqual(told(answer), [422, 'invalid', 'caption']);
  });

  it('the name of a template for Word', async () => {
    const raw = templateForm(templateOf(paragraphs('{title}')), { name: nul });
    const answer = await admin.request('POST', '/api/v1/report-templates', { raw });
    assert.deepEqual(told(answer), [422, 'invalid', 'name']);
  });
});
