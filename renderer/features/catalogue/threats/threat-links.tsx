import { Anchor, Button, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { ThreatKind } from '../../../../domain/threats.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { t } from '../../../words.ts';
import { toThreatPath } from './threat-words.ts';

/** Number shown at first. */
const few = 25;

/** Threats by name, each linked to its page. */
export function ThreatLinks({
  threats,
  kind,
}: {
  threats: readonly { external_id: string; name: string }[];
  kind: ThreatKind;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? threats : threats.slice(0, few);
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {shown.map(({ external_id, name }, index) => (
        <Fragment key={external_id}>
          {index === 0 ? '' : ', '}
          <Anchor component={Link} to={toThreatPath(external_id)} inherit title={external_id}>
            {toVisibleText(name)}
          </Anchor>
        </Fragment>
      ))}
      {shown.length < threats.length ? (
        <>
          {' '}
          <Button variant="subtle" size="compact-xs" ml={-8} onClick={() => setWhole(true)}>
            {t(`catalogue.more.${kind}`, { count: threats.length })}
          </Button>
        </>
      ) : null}
    </Text>
  );
}
