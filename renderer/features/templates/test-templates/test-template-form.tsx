import { ExpectationFields } from '../../../ui/expectations/expectation-fields.tsx';
import { commandRule, PlanFields, planRules } from '../../../ui/plans/plan-fields.tsx';
import type { TestTemplateValues } from '../fields.ts';
import { type Editing, TemplateForm } from '../template-form.tsx';
import { VariableFields } from './variable-fields.tsx';

const rules = { ...planRules, command: commandRule };

export function TestTemplateForm(editing: Editing<TestTemplateValues>) {
  return (
    <TemplateForm
      editing={editing}
      label="Test template"
      rules={rules}
      fields={(form) => (
        <PlanFields
          propsOf={(field) => form.getInputProps(field)}
          command={{
            field: 'command',
            label: 'Command',
            description: 'Suggested to the red side, kept to the letter; #{host} stands for a variable',
          }}
          catalogTags={{
            value: form.values.catalog_tags,
            onChange: (tags) => form.setFieldValue('catalog_tags', tags),
            error: form.errors.catalog_tags,
          }}
          after={
            <>
              <VariableFields
                commands={[form.values.command, form.values.cleanup_command]}
                value={form.values.variables}
                onChange={(variables) => form.setFieldValue('variables', variables)}
                error={form.errors.variables}
              />
              <ExpectationFields
                label="What should be seen"
                description="Copied by missions, where it is held against what was seen and may name tools. Press a choice again to take it back."
                value={form.values.expectations}
                onChange={(expectations) => form.setFieldValue('expectations', expectations)}
                error={form.errors.expectations}
                tools={null}
              />
            </>
          }
        />
      )}
    />
  );
}
