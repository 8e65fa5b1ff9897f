import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { t } from '../../words.ts';

export function OrganisationPages({ organisationId }: { organisationId: string }) {
  const base = `/organisations/${organisationId}`;
  return (
    <SubNavigation
      label={t('shared.organisation')}
      pages={[
        { to: base, label: t('organisations.overview'), end: true },
        { to: `${base}/gaps`, label: t('organisations.gaps') },
      ]}
    />
  );
}
