import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TechniqueThreats } from '../../../../server/catalogue/threats/contract.ts';
import { t } from '../../../words.ts';
import { ThreatLinks } from './threat-links.tsx';

/** Users of a technique, and the data components that detect it. */
export function TechniqueThreatsSections({ threats }: { threats: TechniqueThreats }) {
  const { groups, campaigns, software, data_components } = threats;
  const all = [
    { title: t('shared.groups'), kind: 'group', items: groups },
    { title: t('catalogue.campaigns'), kind: 'campaign', items: campaigns },
    { title: t('catalogue.software'), kind: 'software', items: software },
  ] as const;
  const kinds = all.filter(({ items }) => items.length > 0);
  return (
    <>
      <Section title={t('catalogue.used_by')}>
        {kinds.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('catalogue.no_group_campaign_or_software_of')}
          </Text>
        ) : (
          <Stack gap={6}>
            {kinds.map(({ title, kind, items }) => (
              <div key={title}>
                <Text size="xs" c="dimmed" component="h3" fw={500} m={0}>
                  {t('shared.counted', { label: title, count: items.length })}
                </Text>
                <ThreatLinks threats={items} kind={kind} />
              </div>
            ))}
          </Stack>
        )}
      </Section>
      <Section title={t('catalogue.data_components_that_show_it')}>
        <Text size="sm" {...(data_components.length === 0 ? { c: 'dimmed' } : {})}>
          {toVisibleText(data_components.join(', ')) || t('catalogue.none_known')}
        </Text>
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}
