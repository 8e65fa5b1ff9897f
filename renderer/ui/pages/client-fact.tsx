import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../api/connection/session.ts';
import { t } from '../../words.ts';
import { Name } from '../text/name.tsx';
import { Fact } from './page-head.tsx';

/** The client of a mission or an engagement, linked to its organisation, whose name is added if it differs. */
export function ClientFact({
  client,
  organisation,
}: {
  client: string | null;
  organisation: { id: string; name: string } | null;
}) {
  const mayRead = useMay('mission.read');
  if (organisation === null || !mayRead) {
    return client ? (
      <Fact label={t('shared.client')}>
        <Name>{client}</Name>
      </Fact>
    ) : null;
  }
  const { id, name } = organisation;
  const isRenamed = client !== null && client.toLowerCase() !== name.toLowerCase();
  return (
    <Fact label={t('shared.client')}>
      {isRenamed ? (
        <>
          <Name>{client}</Name>,{' '}
        </>
      ) : null}
      <Anchor component={Link} to={`/organisations/${id}`} inherit>
        <Name>{isRenamed ? name : (client ?? name)}</Name>
      </Anchor>
    </Fact>
  );
}
