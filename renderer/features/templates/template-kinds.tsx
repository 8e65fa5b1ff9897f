import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { t } from '../../words.ts';

/** The kinds of templates, one page each. */
export function TemplateKinds() {
  return (
    <SubNavigation
      label={t('templates.kinds_of_templates')}
      pages={[
        { to: '/templates', label: t('shared.tests'), end: true },
        { to: '/templates/scenarios', label: t('shared.scenarios'), end: true },
        { to: '/templates/reports', label: t('templates.reports'), end: true },
      ]}
    />
  );
}
