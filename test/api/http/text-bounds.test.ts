import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { describing, registry } from '../../support/http/registry.ts';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  format?: string;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
} & Partial<Record<'anyOf' | 'oneOf' | 'allOf', Schema[]>>;

/** The texts in a schema that may be as long as the body. */
function findUnbounded(schema: Schema, path: string, whole: Schema): string[] {
  const into = (inner: Schema, name: string) => findUnbounded(inner, path ? `${path}.${name}` : name, whole);
  const isChosen = schema.enum !== undefined || schema.const !== undefined;
  const isBounded = isChosen || schema.maxLength !== undefined || schema.format !== undefined;
  const { additionalProperties: others } = schema;
  return [
    ...([schema.type].flat().includes('string') && !isBounded && schema.pattern === undefined ? [path] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((choice) =>
      findUnbounded(choice, path, whole),
    ),
    ...(schema.items === undefined ? [] : into(schema.items, '0')),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => into(inner, name)),
    ...(typeof others === 'object' ? into(others, '*') : []),
    ...(schema.$ref === undefined ? [] : findUnbounded(resolve(schema.$ref, whole), path, whole)),
  ];
}

function resolve(reference: string, { $defs = {} }: Schema): Schema {
  const found = $defs[reference.split('/').at(-1) as string];
  assert.ok(found !== undefined, reference);
  return found;
}

describe('every text of a request has a greatest length:', () => {
  for (const { method, prefix, path, body, query } of registry()) {
    for (const [part, schema] of Object.entries({ body, query })) {
      if (schema === undefined) continue;
      it(`${part} of ${method} ${prefix}${path}`, () => {
        const whole = z.toJSONSchema(describing(schema), { io: 'input', unrepresentable: 'any' }) as Schema;
        assert.deepEqual(findUnbounded(whole, '', whole), []);
      });
    }
  }
});
