import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { rich } from '../../rich.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import type { Facts } from './use-facts.ts';

/** Organisation of the mission or the engagement. */
export type Client = { what: 'mission' | 'engagement'; organisation: { id: string; name: string } | null };

/** Explains where tools come from while there are none to choose. */
export function ToolsHint({ client, facts }: { client: Client | null; facts: Facts }) {
  if (client === null) return null;
  const { what, organisation } = client;
  if (organisation === null) {
    return (
      <Text size="xs" c="dimmed" role="note">
        {t(`facts.tools.no_client.${what}`)}
      </Text>
    );
  }
  if (facts.tools === null || facts.tools.length > 0) return null;
  const name = <Name>{organisation.name}</Name>;
  return (
    <Text size="xs" c="dimmed" role="note">
      {facts.addTool === null
        ? rich('facts.tools.none_read_only', { organisation: name })
        : rich('facts.tools.none', {
            organisation: name,
            link: (parts) => (
              <Anchor component={Link} to={`/organisations/${organisation.id}`} inherit>
                {parts}
              </Anchor>
            ),
          })}
    </Text>
  );
}
