import { randomBytes } from 'node:crypto';
import type { Assertion, NewPasskey, PasskeyDemand } from '../contract.ts';
import { listOrigins, toPasskeyHost } from '../rules.ts';
import type { Passkey } from '../store.ts';

// Imported lazily: it takes a fifth of a second.
const load = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256: the algorithms used by authenticators. */
const algorithms = [-8, -7, -257];

export function makeChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** Challenge for one of these passkeys for this server name; null if none works. */
export function makeDemand(passkeys: readonly Passkey[], host: string): PasskeyDemand | null {
  const rp_id = toPasskeyHost(host);
  const here = passkeys.filter((passkey) => passkey.host === rp_id);
  if (rp_id === null || here.length === 0) return null;
  return { challenge: makeChallenge(), rp_id, credentials: here.map(toCredential) };
}

export function toCredential({ credential_id, transports }: Passkey): { id: string; transports: string[] } {
  return { id: credential_id, transports };
}

/** A passkey's counter after it has signed this challenge for a page of this server; null if it hasn't. */
export async function judgeAssertion(
  passkey: Passkey,
  { id, client_data, authenticator_data, signature }: Assertion,
  challenge: string,
  host: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load();
  const verified = await refusedByThrowing(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: listOrigins(host),
      expectedRPID: passkey.host,
      // The password has already identified the user.
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
}

/** Stored fields of a new passkey; null if it was not created for this challenge on a page of this server. */
export async function judgeRegistration(
  { id, client_data, attestation_object }: NewPasskey,
  challenge: string,
  host: string,
): Promise<{ credential_id: string; public_key: string; counter: number } | null> {
  const { verifyRegistrationResponse } = await load();
  const verified = await refusedByThrowing(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, attestationObject: attestation_object },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: listOrigins(host),
      expectedRPID: toPasskeyHost(host) ?? '',
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (verified?.verified !== true) return null;
  const { credential } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Transports known to browsers: only hints, sent back unchanged. */
export function pickTransports(given: readonly string[]): string[] {
  return transports.filter((known) => given.includes(known));
}

/** The library throws to refuse. */
async function refusedByThrowing<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
