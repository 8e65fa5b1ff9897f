import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';

export function OrganisationPages({ organisationId }: { organisationId: string }) {
  const base = `/organisations/${organisationId}`;
  return (
    <SubNavigation
      label="Organisation"
      pages={[
        { to: base, label: 'Overview', end: true },
        { to: `${base}/gaps`, label: 'Gaps' },
      ]}
    />
  );
}
