import { Text } from '@mantine/core';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';

/** Consequences of deleting a draft. */
export function DeletedDraft({ title }: { title: string }) {
  return (
    <Text size="sm">
      {rich('mission_report.delete.sentence', {
        report: (
          <b>
            <Name>{title}</Name>
          </b>
        ),
      })}
    </Text>
  );
}
