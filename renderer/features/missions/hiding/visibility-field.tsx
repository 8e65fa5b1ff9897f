import { Select } from '@mantine/core';
import type { ComponentProps } from 'react';
import { missionVisibilities } from '../../../../domain/missions.ts';
import { t } from '../../../words.ts';

/** Whether every member sees the tests of a mission at once. */
export function VisibilityField(props: ComponentProps<typeof Select>) {
  return (
    <Select
      label={t('hiding.visibility')}
      description={t('hiding.visibility.hint')}
      data={missionVisibilities.map((value) => ({ value, label: t(`hiding.visibility.${value}`) }))}
      allowDeselect={false}
      {...props}
    />
  );
}
