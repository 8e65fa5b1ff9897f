import { z } from 'zod';
import { problems } from './problem.ts';
import { type Access, type Route, toPattern } from './route.ts';

export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': string;
  /** Use by tokens of programs. */
  'x-programs'?: string;
  security?: object[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
};
/** `x-events`: the data of server-sent events, by event name. */
type Content = { schema: JsonSchema; 'x-events'?: Record<string, JsonSchema> };
export type JsonSchema = Record<string, unknown>;
export type OpenApi = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
};

/** The OpenAPI 3.1 document of both trees, made from the contracts that also check requests and responses. */
export function makeOpenApiDocument(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [prefix, routes] of [
    ['/api/v1', trees.missions],
    ['/api', trees.engagements],
  ] as const) {
    for (const item of routes) {
      const path = prefix + toPattern(item.path);
      paths[path] ??= {};
      paths[path][item.method.toLowerCase()] = describeOperation(prefix, item);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Damson',
      version,
      description: 'Missions under /api/v1, engagements under /api; accounts under both.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The JWT of a signed-in person, or the token of a program from POST /tokens (dmsn_…)',
        },
        ticket: {
          type: 'apiKey',
          in: 'query',
          name: 'ticket',
          description: 'From POST /auth/ticket: valid once, within 30 seconds',
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problems) },
    detail: { type: 'string' },
    request_id: { type: 'string', format: 'uuid' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    second_factor: {
      type: 'object',
      description: 'With the code second_factor_required: how to continue at POST /auth/login/second-factor',
      required: ['challenge', 'expires_in', 'methods', 'passkey'],
      properties: {
        challenge: { type: 'string' },
        expires_in: { type: 'integer' },
        methods: { type: 'array', items: { enum: ['totp', 'passkey', 'recovery_code'] } },
        passkey: { type: ['object', 'null'] },
        asked: {
          type: 'object',
          description: 'After a sign-in at a provider: the path and the stay that it began with',
          required: ['next', 'stay'],
          properties: { next: { type: 'string' }, stay: { enum: ['browser', 'computer'] } },
        },
      },
    },
  },
};

/** Path parameters other than ids. */
const paramSchemas: Readonly<Record<string, JsonSchema>> = {
  seq: { type: 'integer', minimum: 1 },
  format: { type: 'string', pattern: '^[a-z]{1,20}$' },
  external_id: { type: 'string', pattern: '^[A-Z]{1,2}\\d{4}(?:\\.\\d{3})?$' },
};

function describeOperation(prefix: string, item: Route): Operation {
  const names = [...item.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const query = item.query === undefined ? { properties: {} } : toJsonSchema(item.query, 'input');
  const required = (query.required as string[] | undefined) ?? [];
  const success: Operation['responses'][string] =
    item.response !== undefined
      ? {
          description: 'Done',
          content: { 'application/json': { schema: toJsonSchema(item.response, 'output') } },
        }
      : item.streams !== undefined
        ? {
            description: item.streams,
            content: describeStream(item),
          }
        : { description: 'Done' };
  return {
    operationId: `${item.method.toLowerCase()}${prefix}${item.path}`.replaceAll(/[^A-Za-z0-9]+/g, '_'),
    summary: item.summary,
    tags: [item.path.split('/')[1] ?? ''],
    'x-access': describeAccess(item.access),
    ...(item.access !== 'public' && { 'x-programs': describePrograms(item) }),
    security: listSecurity(item),
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path' as const,
        required: true,
        schema: paramSchemas[name] ?? { type: 'string', format: 'uuid' },
      })),
      ...Object.entries(query.properties as Record<string, JsonSchema>).map(([name, schema]) => ({
        name,
        in: 'query' as const,
        required: required.includes(name),
        schema,
      })),
    ],
    ...(item.body === undefined
      ? item.accepts === 'stream'
        ? { requestBody: { required: true, content: { '*/*': { schema: {} } } } }
        : {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toJsonSchema(item.body, 'input') } },
          },
        }),
    responses: {
      [String(item.status)]: success,
      default: {
        description: 'A refusal, as RFC 9457 problem details',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** Ways to sign in for an operation, any of which is enough. */
export function listSecurity({ access, takesTicket }: Pick<Route, 'access' | 'takesTicket'>): object[] {
  if (access === 'public') return [];
  return takesTicket ? [{ bearer: [] }, { ticket: [] }] : [{ bearer: [] }];
}

function describeStream({ writes, events, text }: Route): Record<string, Content> {
  if (text !== undefined) return { [text]: { schema: { type: 'string' } } };
  if (events !== undefined) {
    const data = Object.entries(events).map(([name, contract]) => [name, toJsonSchema(contract, 'output')]);
    return {
      'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(data) },
    };
  }
  return writes === undefined
    ? { 'application/octet-stream': { schema: {} } }
    : { 'application/json': { schema: toJsonSchema(writes, 'output') } };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits the default when a query text becomes a number, but readers need it.
      const given = z.globalRegistry.get(zodSchema)?.default;
      if (given !== undefined) jsonSchema.default = given as never;
      const meant = z.globalRegistry.get(zodSchema)?.meant;
      if (meant !== undefined) {
        delete jsonSchema.meant;
        Object.assign(jsonSchema, toJsonSchema(meant as z.ZodType, io));
      }
      // The format already implies the pattern, which is longer than the rest of most contracts.
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
    },
  });
  return rest;
}

/** Access to an operation, as a sentence. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'anyone';
  if (access === 'user') return 'any signed-in user';
  if (typeof access === 'string') return `permission ${access}`;
  if ('roles' in access) return `role ${access.roles.join(' or ')}`;
  return `permission ${access.join(' or ')}`;
}

/** Use of an operation by tokens of programs, as a sentence. */
function describePrograms({ programs, access }: Route): string {
  if (programs === 'never') return 'not with the token of a program';
  if (programs === 'always') return 'any token';
  if (programs === 'side') return "a token with the write scope of each side that its owner's role writes";
  return `a token with ${programs === undefined ? describeAccess(access) : `scope ${programs.join(' or ')}`}`;
}
