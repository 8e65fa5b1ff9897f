import type { FindingNews, KeptNotificationKind } from '../../../domain/notifications.ts';
import type { Role } from '../../../domain/permissions.ts';
import type {
  Clock,
  Density,
  FirstStepsState,
  LanguageChoice,
  Theme,
  TimeZone,
} from '../../../domain/preferences.ts';

export interface AccountTables {
  users: {
    id: string;
    email: string;
    /** Lower-cased email, unique per account. */
    email_key: string;
    display_name: string;
    role: Role;
    /** argon2id in PHC form; null until a password is set for an account created without one. */
    password_hash: string | null;
    is_active: 0 | 1;
    created_at: string;
    updated_at: string;
    last_login_at: string | null;
    /** 1 until its owner changes a password set by someone else. */
    credentials_set_by_other: 0 | 1;
    theme: Theme | null;
    time_zone: TimeZone | null;
    language: LanguageChoice | null;
    clock: Clock | null;
    density: Density | null;
    test_table_json: string | null;
    first_steps: FirstStepsState | null;
    /** 1 for a service account, which can't sign in: programs act for it by tokens. */
    is_service: 0 | 1 | null;
    /** The administrator who answers for a service account. */
    owner_id: string | null;
  };
  sessions: {
    id: string;
    user_id: string;
    created_at: string;
    expires_at: string;
    /** Null in rows written by an older program. */
    renewed_at: string | null;
    /** Address at the start, as the server saw it. */
    address: string | null;
    /** Client name at the start: a browser with its system. */
    client: string | null;
    /** Digests of the renewal cookie (`accounts/renewals/cookie.ts`); null when there is none. */
    cookie_family: string | null;
    cookie_current: string | null;
    cookie_previous: string | null;
    cookie_rotated_at: string | null;
    /** Whether the cookie outlives the browser. */
    is_kept: 0 | 1 | null;
    /** The identity that signed in; null for a password of this server. */
    identity_id: string | null;
    /** When the directory last vouched for it. */
    confirmed_at: string | null;
  };
  identities: {
    id: string;
    user_id: string;
    /** The issuer of an OpenID provider, or `ldap:` and the id of a directory. */
    issuer: string;
    subject: string;
    /** The name to sign in with there, as it was last. */
    name: string;
    /** 1 for the identity that made its account, whose rights follow the directory. */
    is_managed: 0 | 1;
    created_at: string;
    last_used_at: string | null;
  };
  program_tokens: {
    id: string;
    /** The user for whom the program acts. */
    user_id: string;
    name: string;
    /** Lower-cased name, unique per user. */
    name_key: string;
    token_hash: string;
    scopes_json: string;
    mission_id: string | null;
    created_by: string | null;
    created_at: string;
    expires_at: string;
    /** To within a minute. */
    last_used_at: string | null;
    last_used_from: string | null;
  };
  totp_secrets: {
    user_id: string;
    /** Sealed by `accounts/second-factor/totp.ts`; never sent to clients again. */
    sealed_secret: string;
    /** The time step of the newest accepted code, so that no code is accepted twice. */
    last_step: number;
    created_at: string;
  };
  recovery_codes: { user_id: string; code_hash: string };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    /** A COSE key, base64url. */
    public_key: string;
    counter: number;
    transports_json: string;
    /** The server name for which it was created, and works. */
    host: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  groups: {
    id: string;
    name: string;
    name_key: string;
    description: string;
    created_at: string;
    updated_at: string;
  };
  group_permissions: { group_id: string; permission: string };
  group_members: { group_id: string; user_id: string };
  invitations: {
    id: string;
    token_hash: string;
    email: string;
    email_key: string;
    role: Role;
    created_by: string | null;
    created_at: string;
    expires_at: string;
    accepted_at: string | null;
  };
  invitation_groups: { invitation_id: string; group_id: string };
  notifications: {
    id: string;
    user_id: string;
    /** Meaningless for one about a finding, which is described in `finding_news`. */
    kind: KeptNotificationKind;
    mission_id: string;
    test_id: string | null;
    remediation_id: string | null;
    tests: number;
    actor_id: string | null;
    created_at: string;
    read_at: string | null;
    finding_id: string | null;
    finding_news: FindingNews | null;
  };
}
