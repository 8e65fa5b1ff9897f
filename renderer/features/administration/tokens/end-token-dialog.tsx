import { useQueryClient } from '@tanstack/react-query';
import type { ListedToken } from '../../../../server/accounts/tokens/contract.ts';
import { endToken } from '../../../api/accounts/tokens.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

export function EndTokenDialog({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      title={t('tokens.end_this')}
      confirm={t('tokens.end_token')}
      onConfirm={() => endToken(queryClient, token.id)}
      onClose={onClose}
    >
      <div>
        {rich('tokens.stops_working', {
          name: (
            <strong>
              <Name>{token.name}</Name>
            </strong>
          ),
        })}
      </div>
    </ConfirmDialog>
  );
}
