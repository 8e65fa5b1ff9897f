import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

export type SelfSigned = {
  /** PEM. */
  key: string;
  cert: string;
  /** SHA-256 of the certificate, 64 hex digits. */
  fingerprint: string;
};

/**
 * A self-signed ECDSA P-384 certificate valid for a year, like Mythic's own. Without `names` it has no subject alternative names,
 * so that no host name check can succeed. Written as DER here, because Node can read X.509 but not write it. With `authority` its
 * issuer has that name.
 */
export function selfSignedCertificate(
  options: { commonName?: string; names?: string[]; notBefore?: Date; authority?: string } = {},
): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const notBefore = options.notBefore ?? new Date(Date.now() - 86_400_000);
  const notAfter = new Date(notBefore.getTime() + 365 * 86_400_000);
  const { commonName = 'framework', authority } = options;
  const signer =
    authority === undefined ? privateKey : generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  const ecdsaWithSha384 = sequence(oid('2a8648ce3d040303'));
  const names = (options.names ?? []).map(alternativeName);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha384,
    distinguished(authority ?? commonName),
    sequence(time(notBefore), time(notAfter)),
    distinguished(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(names.length > 0
      ? [der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(...names)))))]
      : []),
  );
  const signature = sign('sha384', body, signer);
  const certificate = sequence(
    body,
    ecdsaWithSha384,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate
      .toString('base64')
      .replace(/.{64}/g, '$&\n')
      .trimEnd()}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash('sha256').update(certificate).digest('hex'),
  };
}

function distinguished(commonName: string): Buffer {
  return sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
}

function der(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function oid(encoded: string): Buffer {
  return der(0x06, Buffer.from(encoded, 'hex'));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*$/g, '')}Z`));
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 4
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name));
}
