import { useMay } from '../../api/connection/session.ts';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';

export function CataloguePages() {
  const mayPlan = useMay('test_template.read');
  return (
    <SubNavigation
      label="Catalogue"
      pages={[
        { to: '/catalogue', label: 'Matrix', end: true },
        { to: '/catalogue/threats', label: 'Threats' },
        ...(mayPlan ? [{ to: '/catalogue/plan', label: 'Plan from threats' }] : []),
        { to: '/catalogue/status', label: 'Status' },
      ]}
    />
  );
}
