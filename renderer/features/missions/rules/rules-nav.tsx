import { SubNavigation } from '../../../ui/pages/sub-navigation.tsx';
import { t } from '../../../words.ts';

/** The library of rules, and the queue of those that have to fire. */
export function RulesNav() {
  return (
    <SubNavigation
      label={t('rules.pages')}
      pages={[
        { to: '/rules', label: t('rules.library'), end: true },
        { to: '/rules/queue', label: t('rules.queue') },
      ]}
    />
  );
}
