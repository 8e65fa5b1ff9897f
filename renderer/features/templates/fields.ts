import type { Expectation } from '../../../domain/expectations.ts';
import type { OpsecLevel } from '../../../domain/templates.ts';
import type { Variables } from '../../../domain/variables.ts';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import type { TestTemplate } from '../../../server/templates/contract.ts';

/** Form values of a test template; an empty text means none. */
export type TestTemplateValues = {
  name: string;
  description: string;
  objective: string;
  procedure: string;
  command: string;
  cleanup_command: string;
  /** By name; an empty value means none. */
  variables: Variables;
  expected_detection: string;
  platforms: string[];
  opsec: OpsecLevel | null;
  tags: string[];
  catalog_tags: NamedTag[];
  expectations: Expectation[];
};

export const longTexts = [
  'description',
  'objective',
  'procedure',
  'command',
  'cleanup_command',
  'expected_detection',
] as const;

export const emptyTestTemplate: TestTemplateValues = {
  name: '',
  description: '',
  objective: '',
  procedure: '',
  command: '',
  cleanup_command: '',
  variables: {},
  expected_detection: '',
  platforms: [],
  opsec: null,
  tags: [],
  catalog_tags: [],
  expectations: [],
};

export function toTestTemplateValues(template: TestTemplate): TestTemplateValues {
  const { name, variables, platforms, opsec, tags, catalog_tags, expectations } = template;
  const texts = Object.fromEntries(longTexts.map((field) => [field, template[field] ?? '']));
  return {
    ...emptyTestTemplate,
    ...texts,
    name,
    variables,
    platforms,
    opsec,
    tags,
    catalog_tags,
    expectations,
  };
}

/** Request body for these fields. */
export function toTestTemplateInput<K extends keyof TestTemplateValues>(
  values: Pick<TestTemplateValues, K>,
): Record<K, unknown> {
  const written = Object.entries(values).map(([field, value]) => {
    if (field === 'catalog_tags') {
      return [field, (value as NamedTag[]).map(({ kind, external_id }) => ({ kind, external_id }))];
    }
    if (field === 'variables') {
      return [
        field,
        Object.fromEntries(Object.entries(value as Variables).filter(([, text]) => text !== '')),
      ];
    }
    return [field, field !== 'name' && value === '' ? null : value];
  });
  return Object.fromEntries(written) as Record<K, unknown>;
}
