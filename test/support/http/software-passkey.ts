import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Client } from '../servers/server.ts';

type Demand = { challenge: string; rp_id: string };

const userPresent = 0x01;
const hasCredential = 0x40;

/** A software authenticator: it creates a passkey, and signs with it as requested by a browser at `origin`. */
export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  /** Increases with each use, like a security key's. */
  counter = 0;

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.#key = privateKey;
    this.#origin = origin;
    // A COSE key: EC2, ES256, P-256, x, y.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  register({ challenge, rp_id }: Demand, name = 'A key') {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const data = Buffer.concat([this.#data(rp_id, userPresent | hasCredential), credential]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // {fmt: "none", attStmt: {}, authData: <bytes>}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      size,
      data,
    ]);
    return {
      name,
      id: this.id.toString('base64url'),
      client_data: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestation_object: attestation.toString('base64url'),
      transports: ['usb', 'of the future'],
    };
  }

  sign({ challenge, rp_id }: Demand) {
    this.counter += 1;
    const data = this.#data(rp_id, userPresent);
    const client = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id.toString('base64url'),
      client_data: client.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    };
  }

  #data(rpId: string, flags: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}

const passkeys = '/auth/second-factor/passkeys';

/** Adds a passkey to an account without a second factor. */
export async function addPasskey(client: Client, current_password: string, tree = '/api/v1') {
  const key = new SoftwarePasskey(client.base);
  const offer = await client.post(`${tree}${passkeys}/offer`, { current_password });
  if (offer.status !== 200) throw new Error(`beginning answered ${JSON.stringify(offer.body)}`);
  const added = await client.post(`${tree}${passkeys}`, key.register(offer.body));
  if (added.status !== 201) throw new Error(`adding answered ${JSON.stringify(added.body)}`);
  return { key, recoveryCodes: added.body.recovery_codes as string[] };
}
