import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Name } from '../../ui/text/name.tsx';
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
        Tools can be named once the {what} has a client.
      </Text>
    );
  }
  if (facts.tools === null || facts.tools.length > 0) return null;
  return (
    <Text size="xs" c="dimmed" role="note">
      <Name>{organisation.name}</Name> has no tools yet.{' '}
      {facts.addTool === null ? (
        `Somebody who sees everything that is for it adds them.`
      ) : (
        <>
          Type the name of one, or{' '}
          <Anchor component={Link} to={`/organisations/${organisation.id}`} inherit>
            add several at once
          </Anchor>
          .
        </>
      )}
    </Text>
  );
}
