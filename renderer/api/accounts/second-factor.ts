import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  Added,
  NewTotp,
  PasskeyDemand,
  PasskeyOffer,
  Proof,
  SecondFactor,
} from '../../../server/accounts/second-factor/contract.ts';
import { get, patch, post } from '../connection/http.ts';
import { getSession, updateUser } from '../connection/session.ts';
import { me, ownSessions } from './accounts.ts';
import { makePasskey, signWithPasskey } from './passkeys.ts';

const base = '/api/v1/auth/second-factor';

export const secondFactor = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => get<SecondFactor>(base, undefined, signal),
});

/** A change of factors ends one's other sessions. */
const renewFactors = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: secondFactor.queryKey }),
    queryClient.invalidateQueries({ queryKey: ownSessions.queryKey }),
  ]);

async function renewing<T>(queryClient: QueryClient, written: Promise<T>): Promise<T> {
  const answer = await written;
  await renewFactors(queryClient);
  return answer;
}

/** Proof of a person's identity; with `passkey`, the browser signs with one. */
export type Shown = Omit<Proof, 'passkey'> & { passkey?: boolean };

export async function prove({ passkey, ...proof }: Shown): Promise<Proof> {
  if (!passkey) return proof;
  return {
    ...proof,
    passkey: await signWithPasskey(await post<PasskeyDemand>(`${base}/passkeys/challenge`)),
  };
}

export const beginTotp = async (shown: Shown): Promise<NewTotp> => post(`${base}/totp`, await prove(shown));

export const confirmTotp = (queryClient: QueryClient, code: string): Promise<Added> =>
  renewing(queryClient, post<Added>(`${base}/totp/confirm`, { code }));

export const removeTotp = async (queryClient: QueryClient, shown: Shown): Promise<void> =>
  renewing(queryClient, post<void>(`${base}/totp/removal`, await prove(shown)));

export const renewRecoveryCodes = async (
  queryClient: QueryClient,
  shown: Shown,
): Promise<{ recovery_codes: string[] }> =>
  renewing(queryClient, post<{ recovery_codes: string[] }>(`${base}/recovery-codes`, await prove(shown)));

export async function addPasskey(
  queryClient: QueryClient,
  shown: Shown,
  person: { email: string; display_name: string },
  name: string,
): Promise<Added> {
  const offer = await post<PasskeyOffer>(`${base}/passkeys/offer`, await prove(shown));
  const made = await makePasskey(offer, person, name);
  return renewing(queryClient, post<Added>(`${base}/passkeys`, made));
}

export async function renamePasskey(queryClient: QueryClient, id: string, name: string): Promise<void> {
  await patch<void>(`${base}/passkeys/${id}`, { name });
  await queryClient.invalidateQueries({ queryKey: secondFactor.queryKey });
}

export const removePasskey = async (queryClient: QueryClient, id: string, shown: Shown): Promise<void> =>
  renewing(queryClient, post<void>(`${base}/passkeys/${id}/removal`, await prove(shown)));

/** Changes one's own password, which ends one's other sessions and may use up a recovery code. */
export async function changePassword(
  queryClient: QueryClient,
  shown: Shown,
  new_password: string,
): Promise<void> {
  await post<void>('/api/v1/auth/password', { ...(await prove(shown)), new_password });
  const session = getSession();
  if (session !== null) updateUser({ ...session.user, credentials_set_by_other: false });
  await renewFactors(queryClient);
  await queryClient.invalidateQueries({ queryKey: me.queryKey });
}
