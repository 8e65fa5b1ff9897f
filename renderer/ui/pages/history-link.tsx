import { Anchor } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { rich } from '../../rich.ts';

/** Links to the page's history. */
export function HistoryLink({ to }: { to: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      preventScrollReset
      size="sm"
      display="inline-flex"
      w="fit-content"
      style={{ alignItems: 'center', gap: 4 }}
    >
      {rich('shared.iconhistory_history', { iconhistory: <IconHistory size={14} aria-hidden /> })}
    </Anchor>
  );
}
