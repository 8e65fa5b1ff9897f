import { SimpleGrid, Textarea } from '@mantine/core';
import type { ComponentProps } from 'react';
import { longestClient, longestName } from '../../../domain/limits.ts';
import { t } from '../../words.ts';
import { OrganisationField } from '../organisations/organisation-field.tsx';
import { DayField } from './day-field.tsx';
import { MarkdownArea } from './markdown-area.tsx';
import { NameInput } from './name-input.tsx';
import { toNullIfEmpty } from './or-null.ts';
import { atMost, checkDay, checkEnd, longText, requireText } from './rules.ts';

/** Common fields of the forms of missions and engagements. */
export type ExerciseValues = {
  name: string;
  client: string;
  description: string;
  start_date: string;
  end_date: string;
};

type Exercise = { [Field in keyof ExerciseValues]: string | null };

/** Initial values of the form; empty for a new one. */
export function toExerciseValues(exercise: Exercise | null): ExerciseValues {
  return {
    name: exercise?.name ?? '',
    client: exercise?.client ?? '',
    description: exercise?.description ?? '',
    start_date: exercise?.start_date ?? '',
    end_date: exercise?.end_date ?? '',
  };
}

export const makeExerciseRules = (one: 'mission' | 'engagement') => ({
  name: requireText(t(`shared.give_name.${one}`), longestName),
  client: atMost(longestClient),
  description: longText,
  start_date: checkDay,
  end_date: checkEnd,
});

export function toExerciseInput(values: ExerciseValues) {
  return {
    name: values.name,
    client: toNullIfEmpty(values.client),
    description: toNullIfEmpty(values.description),
    start_date: toNullIfEmpty(values.start_date),
    end_date: toNullIfEmpty(values.end_date),
  };
}

export function ExerciseFields({
  propsOf,
  rows = [3, 10],
  written = null,
  markdown = false,
}: {
  propsOf: (field: keyof ExerciseValues) => object;
  /** Minimum and maximum rows of the description. */
  rows?: readonly [least: number, most: number];
  /** Mission or engagement being changed. */
  written?: ComponentProps<typeof OrganisationField>['written'];
  /** Reports read the description as Markdown. */
  markdown?: boolean;
}) {
  const [minRows, maxRows] = rows;
  const description = { label: t('shared.description'), minRows, maxRows, ...propsOf('description') };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NameInput label={t('shared.name')} withAsterisk required {...propsOf('name')} />
        <OrganisationField
          {...(propsOf('client') as ComponentProps<typeof OrganisationField>)}
          written={written}
        />
        <DayField label={t('shared.start')} {...propsOf('start_date')} />
        <DayField label={t('shared.end')} {...propsOf('end_date')} />
      </SimpleGrid>
      {markdown ? <MarkdownArea {...description} /> : <Textarea autosize {...description} />}
    </>
  );
}
