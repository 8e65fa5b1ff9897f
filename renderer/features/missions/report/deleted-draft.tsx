import { Text } from '@mantine/core';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';

/** What deleting a draft means. */
export function DeletedDraft({ title }: { title: string }) {
  return (
    <Text size="sm">
      {rich('mission_report.b_will_be_gone_for_everybody', {
        b: (
          <b>
            <Name>{title}</Name>
          </b>
        ),
      })}
    </Text>
  );
}
