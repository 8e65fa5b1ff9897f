import { AwsV4Signer } from 'aws4fetch';

/** The address of a bucket of another implementation: `http://key:secret@127.0.0.1:9000/bucket`, with `?region=` if it wants one. */
const given = process.env.DAMSON_S3;

export const isOtherStoreGiven = given !== undefined;

/** Settings with which a server uses a prefix of that bucket. */
export function otherStoreAt(prefix: string): Record<string, string> {
  const url = new URL(given ?? '');
  return {
    EVIDENCE_URL: `s3:/${url.pathname}/${prefix}`,
    AWS_ENDPOINT_URL_S3: url.origin,
    AWS_REGION: url.searchParams.get('region') ?? 'us-east-1',
    AWS_ACCESS_KEY_ID: decodeURIComponent(url.username),
    AWS_SECRET_ACCESS_KEY: decodeURIComponent(url.password),
  };
}

/** Writes an object of that bucket without the program's client. */
export async function putBeside(name: string, bytes: string): Promise<void> {
  const settings = otherStoreAt(name);
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${settings.AWS_ENDPOINT_URL_S3}${new URL(given ?? '').pathname}/${name}`,
    body: bytes,
    service: 's3',
    region: settings.AWS_REGION as string,
    accessKeyId: settings.AWS_ACCESS_KEY_ID as string,
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY as string,
  });
  const { url, method, headers, body } = await signer.sign();
  const answer = await fetch(url, { method, headers, body: body as string });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
