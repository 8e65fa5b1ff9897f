import { SubNavigation } from '../../ui/sub-navigation.tsx';

export function CataloguePages() {
  return (
    <SubNavigation
      label="Catalogue"
      pages={[
        { to: '/catalogue', label: 'Matrix', end: true },
        { to: '/catalogue/status', label: 'Status' },
      ]}
    />
  );
}
