import { z } from 'zod';
import { longestName } from '../../../domain/limits.ts';
import { type Role, roles } from '../../../domain/permissions.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import type { SignInSource } from '../../settings/sign-in.ts';
import { toNameKey } from './ldap/names.ts';

/** One row of a provider's table: what members of a group may do here. */
export type Grant = { group: string; role: Role | null; groups: readonly string[] };

type Common = {
  id: string;
  /** Shown on the sign-in page. */
  name: string;
  /** Identifies the provider in stored identities. */
  issuer: string;
  table: readonly Grant[];
  /** Whether the first sign-in makes an account. */
  createsAccounts: boolean;
  asksSecondFactor: boolean;
  /** Time for which a session goes on without a word of the provider. */
  sessionMinutes: number;
  secret: string | null;
  authorities: string | null;
};

export type OidcProvider = Common & {
  kind: 'oidc';
  clientId: string;
  scopes: string;
  groupsClaim: string;
  /** Null = from the provider's discovery document. */
  endpoints: Endpoints | null;
};

export type LdapProvider = Common & {
  kind: 'ldap';
  /** In order of preference. */
  urls: readonly string[];
  startTls: boolean;
  bindDn: string;
  base: string;
  groupBase: string;
  loginAttributes: readonly string[];
  subjectAttribute: string;
  nameAttribute: string;
  emailAttribute: string;
  nestedGroups: 'walk' | 'chain' | 'none';
};

export type Provider = OidcProvider | LdapProvider;
export type Providers = {
  /** The address of this server for people; null = the one they use. */
  address: string | null;
  all: readonly Provider[];
};

const url = z.url({ protocol: /^https?$/ });
const endpoints = z.strictObject({
  authorization: url,
  token: url,
  jwks: url,
  userinfo: url.optional(),
  end_session: url.optional(),
});
export type Endpoints = z.output<typeof endpoints>;

const name = z.string().trim().min(1).max(longestName);
const attribute = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of an attribute');
const dn = z.string().min(1).max(1000);
const common = {
  id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
  name,
  creates_accounts: z.boolean().default(true),
  session_minutes: z.number().int().min(60).max(720).default(240),
  table: z
    .array(
      z.strictObject({
        group: z.string().min(1).max(1000),
        role: z.enum(roles).nullable().default(null),
        groups: z.array(name).max(50).default([]),
      }),
    )
    .min(1)
    .max(1000),
};
const oidc = z.strictObject({
  ...common,
  kind: z.literal('oidc'),
  issuer: url,
  client_id: z.string().min(1).max(500),
  scopes: z
    .string()
    .regex(/^openid(?: [\w.:/-]+)*$/, 'must begin with openid')
    .default('openid profile email'),
  groups_claim: z.string().min(1).max(200).default('groups'),
  asks_second_factor: z.boolean().default(false),
  endpoints: endpoints.optional(),
});
const ldap = z.strictObject({
  ...common,
  kind: z.literal('ldap'),
  urls: z
    .array(
      z.string().regex(/^ldaps?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?\/?$/i, 'must be ldaps://<host>'),
    )
    .min(1)
    .max(10),
  start_tls: z.boolean().default(false),
  bind_dn: dn,
  base: dn,
  group_base: dn.optional(),
  login_attributes: z.array(attribute).min(1).max(5).default(['uid']),
  subject_attribute: attribute.default('entryUUID'),
  name_attribute: attribute.default('displayName'),
  email_attribute: attribute.default('mail'),
  nested_groups: z.enum(['walk', 'chain', 'none']).default('walk'),
});
const file = z.strictObject({
  address: url.optional(),
  providers: z
    .array(z.discriminatedUnion('kind', [oidc, ldap]))
    .min(1)
    .max(20),
});

const noProviders: Providers = { address: null, all: [] };

/** The configured providers. Refuses (SettingsError) what does not hold together, in one line that names it. */
export function readProviders(source: SignInSource | null): Providers {
  if (source === null) return noProviders;
  const refuse = (what: string): never => {
    throw new SettingsError(`${source.setting}: ${what}`);
  };
  const { data, error } = file.safeParse(parseJson(source.text, refuse));
  if (data === undefined) {
    const issue = error?.issues[0];
    return refuse(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is malformed'}`);
  }
  const ids = data.providers.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) refuse(`two providers have the id ${twice}`);
  const all = data.providers.map((one) => toProvider(one, source, refuse));
  const same = all.find((one, index) => all.findIndex(({ issuer }) => issuer === one.issuer) !== index);
  if (same !== undefined) refuse(`two providers have the issuer ${same.issuer}`);
  return { address: data.address === undefined ? null : toOrigin(data.address, refuse), all };
}

function parseJson(text: string, refuse: (what: string) => never): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    return refuse('is not JSON');
  }
}

function toOrigin(address: string, refuse: (what: string) => never): string {
  const { origin, href } = new URL(address);
  return href === `${origin}/` ? origin : refuse('address: must be https://<host>, without a path');
}

function toProvider(
  one: z.output<typeof oidc> | z.output<typeof ldap>,
  { secrets, authorities }: SignInSource,
  refuse: (what: string) => never,
): Provider {
  const setting = one.id.toUpperCase().replaceAll('-', '_');
  const shared = {
    id: one.id,
    name: one.name,
    table: one.table,
    createsAccounts: one.creates_accounts,
    sessionMinutes: one.session_minutes,
    secret: secrets.get(setting) ?? null,
    authorities: authorities[one.kind],
  };
  if (one.kind === 'oidc') {
    for (const address of [one.issuer, ...Object.values(one.endpoints ?? {})]) {
      if (address !== undefined && !isEncrypted(address)) refuse(`${one.id}: ${address} must be https`);
    }
    return {
      ...shared,
      kind: 'oidc',
      issuer: one.issuer,
      asksSecondFactor: one.asks_second_factor,
      clientId: one.client_id,
      scopes: one.scopes,
      groupsClaim: one.groups_claim,
      endpoints: one.endpoints ?? null,
    };
  }
  const unnamed = one.table.find(({ group }) => toNameKey(group) === null);
  if (unnamed !== undefined)
    refuse(`${one.id}: ${unnamed.group} must be the whole name of a group, such as cn=red,dc=example,dc=org`);
  if (shared.secret === null)
    refuse(`${one.id}: SVC_SIGN_IN_${setting}_SECRET is needed, the password of bind_dn`);
  const isOpen = one.urls.some((address) => !/^ldaps:/i.test(address));
  if (isOpen && !one.start_tls) refuse(`${one.id}: an address with ldap:// needs "start_tls": true`);
  return {
    ...shared,
    kind: 'ldap',
    issuer: `ldap:${one.id}`,
    asksSecondFactor: true,
    urls: one.urls,
    startTls: one.start_tls,
    bindDn: one.bind_dn,
    base: one.base,
    groupBase: one.group_base ?? one.base,
    loginAttributes: one.login_attributes,
    subjectAttribute: one.subject_attribute,
    nameAttribute: one.name_attribute,
    emailAttribute: one.email_attribute,
    nestedGroups: one.nested_groups,
  };
}

/** Plain HTTP stays on this machine. */
function isEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
