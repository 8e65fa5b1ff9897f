import { Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DayField } from '../../ui/forms/day-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { t } from '../../words.ts';

/** Chooses the first day of a log that has no year. */
export function DayChoice({
  day,
  isBusy,
  onChoose,
}: {
  day: string | null;
  isBusy: boolean;
  onChoose: (choices: { day: string }) => void;
}) {
  const form = useForm({
    initialValues: { day: day ?? '' },
    validate: { day: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? null : t('columns.day_missing')) },
  });
  return (
    <Form
      form={form}
      saving={{ error: null }}
      label={t('columns.day')}
      onSubmit={(values) => onChoose(values)}
      buttons={
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            {t('columns.apply_day')}
          </Button>
        </Group>
      }
    >
      <DayField
        label={t('columns.day')}
        description={t('columns.day_hint')}
        w={320}
        maw="100%"
        disabled={isBusy}
        {...form.getInputProps('day')}
      />
    </Form>
  );
}
