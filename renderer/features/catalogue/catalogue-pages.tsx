import { useMay } from '../../api/connection/session.ts';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { t } from '../../words.ts';

export function CataloguePages() {
  const mayPlan = useMay('test_template.read');
  return (
    <SubNavigation
      label={t('catalogue.catalogue')}
      pages={[
        { to: '/catalogue', label: t('catalogue.matrix'), end: true },
        { to: '/catalogue/threats', label: t('catalogue.threats') },
        ...(mayPlan ? [{ to: '/catalogue/plan', label: t('catalogue.plan_from_threats') }] : []),
        { to: '/catalogue/status', label: t('shared.status') },
      ]}
    />
  );
}
