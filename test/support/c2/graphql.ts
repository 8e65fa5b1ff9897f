import { type DefinitionNode, Kind, parse, type SelectionSetNode, valueFromASTUntyped, visit } from 'graphql';

/** The part of GraphQL that a stand-in for Mythic's Hasura needs: one query with arguments, over in-memory tables. */

export type Shape = { [field: string]: true | Shape };
export type Row = { [column: string]: unknown };
export type Table = { shape: Shape; rows: Row[] | Row };

type Value = number | string | Value[] | { [name: string]: Value };
type Field = { name: string; args: { [name: string]: Value }; selection: Field[] };

/** The request does not fit the schema; Hasura's code for that is `validation-failed`. */
export class ValidationFailed extends Error {}

/** The `data` of the answer. Throws ValidationFailed for unknown fields and unknown arguments. */
export function answerQuery(
  document: string,
  variables: Record<string, unknown>,
  tables: Record<string, Table>,
): Row {
  const data: Row = {};
  for (const field of parseQuery(document, variables)) {
    const table = tables[field.name];
    if (!table) throw new ValidationFailed(`field '${field.name}' not found in type: 'query_root'`);
    checkSelection(field, table.shape);
    data[field.name] = Array.isArray(table.rows)
      ? select(table.rows, field.args).map((row) => pick(row, field.selection))
      : pick(table.rows, field.selection);
  }
  return data;
}

function checkSelection(field: Field, shape: Shape): void {
  if (field.selection.length === 0) throw new ValidationFailed(`missing selection set for '${field.name}'`);
  for (const inner of field.selection) {
    const known = Object.hasOwn(shape, inner.name) ? shape[inner.name] : undefined;
    if (!known) throw new ValidationFailed(`field '${inner.name}' not found in type: '${field.name}'`);
    if (known !== true) checkSelection(inner, known);
  }
}

function select(rows: Row[], args: Field['args']): Row[] {
  const { where = {}, order_by = {}, limit, offset = 0, ...others } = args;
  if (Object.keys(others).length > 0) throw new ValidationFailed('unexpected argument');
  const matching = rows.filter((row) =>
    Object.entries(where).every(([column, condition]) =>
      Object.entries(condition as Record<string, number | number[]>).every(([operator, value]) => {
        if (operator === '_eq') return row[column] === value;
        if (operator === '_gt') return (row[column] as number) > (value as number);
        if (operator === '_in') return (value as number[]).includes(row[column] as number);
        throw new ValidationFailed(`unexpected operator ${operator}`);
      }),
    ),
  );
  for (const [column, direction] of Object.entries(order_by)) {
    const sign = direction === 'desc' ? -1 : 1;
    matching.sort((a, b) => sign * ((a[column] as number) - (b[column] as number)));
  }
  const start = offset as number;
  return matching.slice(start, limit === undefined ? undefined : start + (limit as number));
}

function pick(value: unknown, selection: Field[]): Row {
  const row = value as Row;
  return Object.fromEntries(
    selection.map(({ name, args, selection: inner }) => {
      const column = typeof row[name] === 'function' ? row[name]() : row[name];
      if (inner.length === 0 || column == null) return [name, column ?? null];
      if (typeof column !== 'object') return [name, column];
      if (!Array.isArray(column)) return [name, pick(column, inner)];
      return [name, select(column, args).map((one) => (one === null ? null : pick(one, inner)))];
    }),
  );
}

function parseQuery(document: string, variables: Record<string, unknown>): Field[] {
  let definitions: readonly DefinitionNode[];
  try {
    ({ definitions } = parse(document));
  } catch (error) {
    throw new ValidationFailed((error as Error).message);
  }
  const [query, ...others] = definitions;
  if (query?.kind !== Kind.OPERATION_DEFINITION || query.operation !== 'query' || others.length > 0)
    throw new ValidationFailed('not one query');
  for (const { variable } of query.variableDefinitions ?? []) {
    const name = variable.name.value;
    if (![variables[name]].flat().every(Number.isInteger)) throw new ValidationFailed(`no value for ${name}`);
  }
  const declared = new Set(query.variableDefinitions?.map(({ variable }) => variable.name.value));
  visit(query.selectionSet, {
    Variable: ({ name }) => {
      if (!declared.has(name.value)) throw new ValidationFailed(`${name.value} is not declared`);
    },
  });
  return toFields(query.selectionSet, variables);
}

function toFields(selection: SelectionSetNode | undefined, variables: Record<string, unknown>): Field[] {
  return (selection?.selections ?? []).map((node) => {
    if (node.kind !== Kind.FIELD) throw new ValidationFailed(`unexpected ${node.kind}`);
    return {
      name: node.name.value,
      args: Object.fromEntries(
        (node.arguments ?? []).map(({ name, value }) => [
          name.value,
          valueFromASTUntyped(value, variables) as Value,
        ]),
      ),
      selection: toFields(node.selectionSet, variables),
    };
  });
}
