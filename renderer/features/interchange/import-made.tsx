import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Import } from '../../../server/interchange/contract.ts';
import { Name } from '../../ui/name.tsx';
import { kindWords, toObjectPath } from './import-words.ts';
import styles from './interchange.module.css';

/** The way to what came of an import. */
export function ImportMade({ made }: { made: Import['made'] }) {
  const shown = made.flatMap(({ what, id, name }) => {
    const to = toObjectPath({ what, object: { id, mission_id: null } });
    return to === null ? [] : [{ what, id, name, to }];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label="What it made">
      <Text size="sm" fw={600}>
        What it made
      </Text>
      <ul className={styles.made}>
        {shown.map(({ what, id, name, to }) => (
          <li key={id}>
            <Anchor component={Link} to={to} inherit>
              <Name>{name}</Name>
            </Anchor>{' '}
            <Text span inherit c="dimmed">
              {kindWords[what].one}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
