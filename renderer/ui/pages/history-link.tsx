import { Anchor } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { rich } from '../../rich.ts';

/** Links to the history next to the page. */
export function HistoryLink({ to }: { to: string }) {
  return (
    <Anchor component={Link} to={to} preventScrollReset size="sm">
      {rich('shared.iconhistory_history', {
        iconhistory: <IconHistory size={14} aria-hidden style={{ verticalAlign: '-2px' }} />,
      })}
    </Anchor>
  );
}
