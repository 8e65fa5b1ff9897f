import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { SecondFactorDemand } from '../../api/accounts/accounts.ts';
import { finishAtProvider, finishLink } from '../../api/accounts/identities.ts';
import { getSession } from '../../api/connection/session.ts';

export type ProviderAnswer = { demand: SecondFactorDemand } | { error: Error; isLink: boolean };

/** Takes the answer with which a provider has sent the browser back: it signs in, or links an identity. */
export function takeProviderAnswer(queryClient: QueryClient) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<ProviderAnswer | Response> => {
    const { search } = new URL(request.url);
    const { provider = '' } = params;
    const isLink = /[?&]state=link\./.test(search);
    if (search === '' || (isLink && getSession() === null)) return redirect('/sign-in');
    try {
      if (isLink) {
        await finishLink(queryClient, { provider, query: search });
        return redirect('/account');
      }
      const entered = await finishAtProvider(queryClient, { provider, query: search });
      return 'next' in entered ? redirect(entered.next) : entered;
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)), isLink };
    }
  };
}
