import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';

/** The kinds of templates, each a page. */
export function TemplateKinds() {
  return (
    <SubNavigation
      label="Kinds of templates"
      pages={[
        { to: '/templates', label: 'Tests', end: true },
        { to: '/templates/scenarios', label: 'Scenarios', end: true },
        { to: '/templates/reports', label: 'Reports', end: true },
      ]}
    />
  );
}
