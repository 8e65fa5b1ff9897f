import { SubNavigation } from '../../ui/sub-navigation.tsx';

/** The two kinds of templates, as two pages. */
export function TemplateKinds() {
  return (
    <SubNavigation
      label="Kinds of templates"
      pages={[
        { to: '/templates', label: 'Tests', end: true },
        { to: '/templates/scenarios', label: 'Scenarios', end: true },
      ]}
    />
  );
}
