import { type ReactNode, useState } from 'react';
import type { ListedToken, NewToken } from '../../../../server/accounts/tokens/contract.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { EndTokenDialog } from './end-token-dialog.tsx';
import { MadeTokenDialog } from './made-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

/**
 * The dialogs that create and end tokens. The address opens the first by `name`, once `services`, the service accounts to
 * choose from, have arrived.
 */
export function useTokenDialogs<Name extends string>(
  dialog: { name: Name | null; open: (name: Name) => void; close: () => void },
  name: Name,
  services: readonly ManagedUser[] | undefined,
): { create: () => void; end: (token: ListedToken) => void; dialogs: ReactNode } {
  const [made, setMade] = useState<NewToken | null>(null);
  const [ending, setEnding] = useState<ListedToken | null>(null);
  return {
    create: () => dialog.open(name),
    end: setEnding,
    dialogs: (
      <>
        {dialog.name === name && services !== undefined ? (
          <TokenDialog
            services={services}
            onClose={dialog.close}
            onMade={(token) => {
              setMade(token);
              dialog.close();
            }}
          />
        ) : null}
        {made === null ? null : <MadeTokenDialog made={made} onClose={() => setMade(null)} />}
        {ending === null ? null : <EndTokenDialog token={ending} onClose={() => setEnding(null)} />}
      </>
    ),
  };
}
