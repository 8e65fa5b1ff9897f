import type {
  Assertion,
  NewPasskey,
  PasskeyDemand,
  PasskeyOffer,
} from '../../../server/accounts/second-factor/contract.ts';
import { t } from '../../words.ts';

/** Fetched on demand: few people have a passkey. */
const load = () => import('@simplewebauthn/browser');

/** Explains why no passkey can be created or used on this page; null when one can. */
export function explainNoPasskeys(host: string | null): string | null {
  if (host === null) {
    return t('app.passkeys_need_a_server_that_is');
  }
  if (!window.isSecureContext || window.PublicKeyCredential === undefined) {
    return t('app.passkeys_need_a_connection_with_tls');
  }
  return null;
}

/** Has the browser sign with a passkey. Refuses (PasskeyRefused) when the person or the browser doesn't. */
export async function signWithPasskey({ challenge, rp_id, credentials }: PasskeyDemand): Promise<Assertion> {
  const { startAuthentication } = await load();
  const signed = await explainRefusal(() =>
    startAuthentication({
      optionsJSON: {
        challenge,
        rpId: rp_id,
        allowCredentials: credentials.map(toDescriptor),
        userVerification: 'preferred',
      },
    }),
  );
  return {
    id: signed.id,
    client_data: signed.response.clientDataJSON,
    authenticator_data: signed.response.authenticatorData,
    signature: signed.response.signature,
  };
}

/** Has the browser create a passkey. Refuses as `signWithPasskey` does. */
export async function makePasskey(
  { challenge, rp_id, user_id, exclude }: PasskeyOffer,
  person: { email: string; display_name: string },
  name: string,
): Promise<NewPasskey> {
  const { startRegistration } = await load();
  const made = await explainRefusal(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rp_id, name: t('app.damson') },
        user: { id: user_id, name: person.email, displayName: person.display_name },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: exclude.map(toDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        attestation: 'none',
      },
    }),
  );
  return {
    name,
    id: made.id,
    client_data: made.response.clientDataJSON,
    attestation_object: made.response.attestationObject,
    transports: made.response.transports ?? [],
  };
}

type Transports = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<typeof load>>['startRegistration']>>['response']['transports']
>;

function toDescriptor({ id, transports }: { id: string; transports: string[] }) {
  // The server only stores transports known to browsers.
  return { id, type: 'public-key' as const, transports: transports as Transports };
}

/** The browser or the person declined; the message is for the person. */
export class PasskeyRefused extends Error {}

async function explainRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyRefused(explainError(error instanceof Error ? error : new Error()));
  }
}

function explainError({ name, message }: Error): string {
  if (name === 'InvalidStateError') return t('app.this_device_has_a_passkey_for');
  // A page can't check in advance whether the certificate was accepted by hand.
  if (/certificate/i.test(message)) {
    return t('app.browsers_give_no_passkeys_to_a');
  }
  return t('app.the_browser_gave_no_passkey_it');
}
