import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Import } from '../../../server/interchange/contract.ts';
import { toPlanPath } from '../../ui/plans/plan-path.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { kindWords, toObjectPath } from './import-words.ts';
import styles from './interchange.module.css';

/** Further objects are linked from the rows. */
const mostShown = 12;

/** Links to the objects created by an import. */
export function ImportMade({ of: { made, kinds } }: { of: Import }) {
  const known = made.flatMap(({ what, id, name, techniques }) => {
    const to =
      what === 'selection' && techniques.length > 0
        ? toPlanPath({ techniques })
        : toObjectPath({ what, object: { id, mission_id: null } });
    return to === null
      ? []
      : [
          {
            id,
            name,
            to,
            text: what === 'selection' ? t('interchange.plan_from_it') : kindWords()[what].one,
          },
        ];
  });
  const shown = known.slice(0, mostShown);
  const hasRules = kinds.some(({ what, ...counts }) => what === 'rule' && counts.new + counts.changed > 0);
  if (shown.length === 0 && !hasRules) return null;
  return (
    <section aria-label={t('interchange.what_it_made')}>
      <Text size="sm" fw={500}>
        {t('interchange.what_it_made')}
      </Text>
      <Stack gap={4}>
        {shown.length === 0 ? null : (
          <ul className={styles.made}>
            {shown.map(({ id, name, to, text }) => (
              <li key={id}>
                <Anchor component={Link} to={to} inherit>
                  <Name>{name}</Name>
                </Anchor>{' '}
                <Text span inherit c="dimmed">
                  {text}
                </Text>
              </li>
            ))}
          </ul>
        )}
        {shown.length < known.length ? (
          <Text size="xs" c="dimmed">
            {t('interchange.the_rows_below_lead_to_the')}
          </Text>
        ) : null}
        {hasRules ? <Text size="sm">{t('interchange.rules_stand_on_the_pages_of')}</Text> : null}
      </Stack>
    </section>
  );
}
