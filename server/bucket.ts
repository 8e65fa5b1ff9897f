/** A place in an S3-compatible store. It contains keys: never log or show it. */
export type Bucket = {
  /** The address of the bucket, without a trailing slash. */
  url: string;
  /** Prefix of its names: empty, or ending in a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
  /** Time without a response after which the store counts as gone. */
  patienceMilliseconds: number;
};

/** An unusable bucket setting; the one-line message names it. */
export class BucketRefused extends Error {}

const patienceMilliseconds = 10_000;
const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const segmentForm = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;
const keyForm = /^[\x21-\x7e]{1,4096}$/;
const regionForm = /^[a-z0-9-]{1,64}$/;
/** Names of stored files take up to 160 characters; a store accepts 1,024. */
const longestPrefix = 512;

/** The bucket in `EVIDENCE_URL`, with credentials from the usual AWS variables; null when it is not set. */
export function readBucket(readValue: (name: string) => string | undefined): Bucket | null {
  const given = readValue('EVIDENCE_URL');
  if (given === undefined) return null;
  const { bucket, prefix } = parseEvidenceUrl(given);
  const [endpointName, endpoint] = pick(readValue, 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  const [regionName, region] = pick(readValue, 'AWS_REGION', 'AWS_DEFAULT_REGION');
  if (endpoint === undefined && region === undefined) {
    throw new BucketRefused(
      'AWS_REGION is needed for EVIDENCE_URL, or AWS_ENDPOINT_URL_S3 for another store',
    );
  }
  if (region !== undefined && !regionForm.test(region)) {
    throw new BucketRefused(`${regionName} must be the name of a region, such as eu-central-1`);
  }
  const readKey = (name: string): string => {
    const key = readValue(name);
    if (key === undefined) throw new BucketRefused(`${name} is needed for EVIDENCE_URL`);
    if (!keyForm.test(key)) throw new BucketRefused(`${name} is malformed`);
    return key;
  };
  return {
    url:
      endpoint === undefined
        ? addressOnAws(bucket, String(region))
        : `${parseEndpoint(endpointName, endpoint)}/${bucket}`,
    prefix,
    region: region ?? 'us-east-1',
    accessKeyId: readKey('AWS_ACCESS_KEY_ID'),
    secretAccessKey: readKey('AWS_SECRET_ACCESS_KEY'),
    sessionToken: readValue('AWS_SESSION_TOKEN') === undefined ? null : readKey('AWS_SESSION_TOKEN'),
    patienceMilliseconds,
  };
}

/** The same bucket with a longer prefix. */
export function below(bucket: Bucket, name: string): Bucket {
  return { ...bucket, prefix: `${bucket.prefix}${name}/` };
}

/** Whether evidence is sent to this store unencrypted over a network. */
export function isStoreInTheClear({ url }: Bucket): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

function parseEvidenceUrl(given: string): { bucket: string; prefix: string } {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(given) ?? [];
  const segments = path.replace(/\/$/, '').split('/');
  const prefix = segments[0] === '' && segments.length === 1 ? '' : `${segments.join('/')}/`;
  const isForm = bucketForm.test(bucket) && !/\.\.|^[\d.]+$/.test(bucket);
  if (!isForm || (prefix !== '' && !segments.every((segment) => segmentForm.test(segment)))) {
    throw new BucketRefused(
      'EVIDENCE_URL must be s3://bucket or s3://bucket/prefix, of letters, digits, dots, hyphens and underscores',
    );
  }
  if (prefix.length > longestPrefix) throw new BucketRefused('EVIDENCE_URL is too long');
  return { bucket, prefix };
}

function parseEndpoint(name: string, given: string): string {
  const url = URL.parse(given);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '' &&
    /^[\w./-]*$/.test(url.pathname);
  if (!isPlain) throw new BucketRefused(`${name} must be the http or https address of the store`);
  return url.href.replace(/\/+$/, '');
}

/** The AWS certificate covers one label before its own, so a bucket with dots goes into the path. */
function addressOnAws(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function pick(
  readValue: (name: string) => string | undefined,
  ...names: [string, string]
): [string, string | undefined] {
  const name = readValue(names[0]) === undefined ? names[1] : names[0];
  return [name, readValue(name)];
}
