import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { rich } from '../../rich.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import type { Facts } from './use-facts.ts';

/** Whom the mission or the engagement is for. */
export type Client = { what: 'mission' | 'engagement'; organisation: { id: string; name: string } | null };

/** Where tools come from, while there are none to choose from. */
export function ToolsHint({ client, facts }: { client: Client | null; facts: Facts }) {
  if (client === null) return null;
  const { what, organisation } = client;
  if (organisation === null) {
    return (
      <Text size="xs" c="dimmed" role="note">
        {t('facts.tools_can_be_named_once_the', { what })}
      </Text>
    );
  }
  if (facts.tools === null || facts.tools.length > 0) return null;
  return (
    <Text size="xs" c="dimmed" role="note">
      {rich('facts.name_has_no_tools_yet_add', {
        name: <Name>{organisation.name}</Name>,
        add_tool:
          facts.addTool === null
            ? t('facts.somebody_who_sees_everything_that_is')
            : rich('facts.type_the_name_of_one_or', {
                link: (parts) => (
                  <Anchor component={Link} to={`/organisations/${organisation.id}`} inherit>
                    {parts}
                  </Anchor>
                ),
              }),
      })}
    </Text>
  );
}
