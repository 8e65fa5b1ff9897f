import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../../api/connection/session.ts';
import { templateRules } from '../../../api/missions/rules.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { RuleStateBadge } from './rule-words.tsx';

/** The rules that a test template tries; nothing without any. */
export function TemplateRules({ templateId }: { templateId: string }) {
  const mayRead = useMay('mission.read');
  const rules = useQuery({ ...templateRules(templateId), enabled: mayRead });
  const items = rules.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label={t('rules.of_template')}>
      <Title order={2} size="h3" mb={4}>
        {t('rules.of_template')}
      </Title>
      {items.map(({ id, title, state, by }) => (
        <Text key={id} size="sm" component="div" py={2}>
          <Anchor component={Link} to={`/rules/${id}`} inherit>
            <Name>{title}</Name>
          </Anchor>{' '}
          <RuleStateBadge state={state} />{' '}
          <Text span size="xs" c="dimmed">
            {t(`rules.by.${by}`)}
          </Text>
        </Text>
      ))}
    </section>
  );
}
