import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { z } from 'zod';
import { longestCaption } from '../../../domain/limits.ts';
import { registry } from '../../support/http/registry.ts';
import { attach, bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Made = { path: string; fields: readonly string[] };
type Make = (client: Client, place: Place, organisation: string) => Promise<Made>;

const blank = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, ' \t ']));

/** Makes something with blank texts under a path, where it can be changed by its id. */
const made =
  (path: (place: Place, organisation: string) => string, body: object, ...fields: string[]): Make =>
  async (client, place, organisation) => {
    const under = path(place, organisation);
    const { id, ...shown } = bodyOf(await client.post(under, { ...body, ...blank(fields) }), 201);
    for (const field of fields) assert.equal(shown[field], null, field);
    return { path: `${under}/${id}`, fields };
  };

const things: Readonly<Record<string, Make>> = {
  'a mission': made(() => '/api/v1/missions', { name: 'Autumn' }, 'client'),
  'an engagement': made(() => '/api/engagements', { name: 'Winter' }, 'client'),
  'a fact': made(
    ({ path }) => `${path}/facts`,
    { kind: 'alerted', result: 'yes' },
    'rule_name',
    'rule_id',
    'alert_id',
  ),
  'a remediation': made(({ missionPath }) => `${missionPath}/remediations`, { title: 'Patch' }, 'owner_text'),
  'a tool': made(
    (_, organisation) => `/api/v1/organisations/${organisation}/tools`,
    { name: 'Sensor', kind: 'edr' },
    'vendor',
  ),
  evidence: async (client, place) => {
    const { id } = bodyOf(await attach(client, place), 201);
    return { path: `/api/v1/evidence/${id}/record`, fields: ['caption'] };
  },
};

describe('nothing but blanks is no text:', () => {
  let server: TestServer;
  let admin: Client;
  let place: Place;
  let organisation: string;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    const mission = await newMission(admin, { client: 'Aubergine' });
    place = placeOf(mission);
    organisation = mission.organisation?.id ?? '';
  });
  after(() => server.close());

  for (const [what, make] of Object.entries(things)) {
    it(what, async () => {
      const { path, fields } = await make(admin, place, organisation);
      const filled = Object.fromEntries(fields.map((field) => [field, ' as given ']));
      const full = bodyOf(await admin.patch(path, filled), 200);
      for (const field of fields) assert.equal(full[field], 'as given', field);
      const emptied = bodyOf(await admin.patch(path, blank(fields)), 200);
      for (const field of fields) assert.equal(emptied[field], null, field);
    });
  }
});

/** The innermost type of a schema, and whether it may be null. */
type Core = { def: z.core.$ZodTypeDef; isNullable: boolean };

function unwrap(schema: z.core.$ZodType, isNullable = false): Core {
  const { def } = schema._zod as unknown as { def: z.core.$ZodTypeDef & Record<string, z.core.$ZodType> };
  if (def.type === 'nullable') return unwrap(def.innerType as z.core.$ZodType, true);
  if (['optional', 'default', 'prefault', 'readonly'].includes(def.type))
    return unwrap(def.innerType as z.core.$ZodType, isNullable);
  if (def.type === 'pipe') return unwrap(def.in as z.core.$ZodType, isNullable);
  return { def, isNullable };
}

type Line = { path: string; schema: z.core.$ZodType };

/** The short texts in a body that may be null; longer texts and the values of variables are kept as written, blanks included. */
function findLines(schema: z.core.$ZodType, path = ''): Line[] {
  const { def, isNullable } = unwrap(schema);
  const into = (inner: z.core.$ZodType, name: string) => findLines(inner, path ? `${path}.${name}` : name);
  if (def.type === 'string') {
    const longest = Math.min(
      ...((def.checks ?? []) as { _zod: { def: { check: string; maximum?: number } } }[]).map(
        ({ _zod }) => _zod.def.maximum ?? Number.POSITIVE_INFINITY,
      ),
    );
    return isNullable && !('format' in def) && longest <= longestCaption ? [{ path, schema }] : [];
  }
  const { shape, element, options } = def as unknown as {
    shape?: Record<string, z.core.$ZodType>;
    element?: z.core.$ZodType;
    options?: z.core.$ZodType[];
  };
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, inner]) => into(inner, name)),
    ...(element === undefined ? [] : into(element, '0')),
    ...(def.type === 'union' ? (options ?? []).flatMap((option) => findLines(option, path)) : []),
  ];
}

describe('a short text that may be missing is none when blank, in every body:', () => {
  const found = registry().flatMap(({ method, prefix, path, body }) =>
    body === undefined ? [] : findLines(body).map((line) => ({ ...line, of: `${method} ${prefix}${path}` })),
  );

  for (const { of, path, schema } of found) {
    it(`${path} of ${of}`, () => {
      for (const text of ['', ' \t ']) {
        // A group without a description has an empty one.
        assert.ok(['', null].includes((schema as z.ZodType<string | null>).parse(text)));
      }
    });
  }

  it('is found in many bodies', () => assert.ok(found.length > 20, String(found.length)));
});
