import { ExpectationFields } from '../../../ui/expectations/expectation-fields.tsx';
import { commandRule, PlanFields, planRules } from '../../../ui/plans/plan-fields.tsx';
import { t } from '../../../words.ts';
import type { TestTemplateValues } from '../fields.ts';
import { type Editing, TemplateForm } from '../template-form.tsx';
import { VariableFields } from './variable-fields.tsx';

export function TestTemplateForm(editing: Editing<TestTemplateValues>) {
  return (
    <TemplateForm
      editing={editing}
      label={t('templates.test_template_2')}
      rules={{ ...planRules(), command: commandRule }}
      fields={(form) => (
        <PlanFields
          propsOf={(field) => form.getInputProps(field)}
          command={{
            field: 'command',
            label: t('shared.command'),
            description: t('templates.suggested_to_the_red_side_kept'),
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
                label={t('templates.what_should_be_seen')}
                description={t('templates.copied_by_missions_where_it_is')}
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
