import { randomBytes } from 'node:crypto';
import type { Client, Entry, Filter } from 'ldapts';
import type { Now } from '../../../database/clock.ts';
import type { Check } from '../../sign-in-providers/contract.ts';
import { DirectoryFailed, type DirectoryPerson } from '../person.ts';
import type { LdapProvider } from '../providers.ts';
import { loadLdap, overConnection, readResultCode } from './connection.ts';
import { isDisabled, stateAttributes, subjectOf, textOf, toSubjectValue, valuesOf } from './entries.ts';
import { toNameKey } from './names.ts';

const noSuchObject = 32;
const mostGroups = 10_000;
const mostLevels = 10;
const namesInFilter = 50;
/** Active Directory's rule for members of members. */
const inChain = '1.2.840.113556.1.4.1941';

/** One directory: it finds people as its own account, and checks their password by signing in as them, once. */
export class LdapClient {
  readonly provider: LdapProvider;
  readonly #now: Now;
  /** The address that answered last. */
  #first = 0;

  constructor(provider: LdapProvider, now: Now) {
    this.provider = provider;
    this.#now = now;
  }

  /**
   * The person with this name and password; null when either is wrong, or the account disabled. Refuses (DirectoryFailed) a
   * directory that can't be asked.
   */
  async signIn(login: string, password: string): Promise<DirectoryPerson | null> {
    // A directory takes a name without a password for nobody, and lets nobody in.
    if (login.trim() === '' || password === '') return null;
    return this.#over(async (client) => {
      const entry = await this.#findOne(client, await this.#byLogin(login.trim()));
      const isRight = await this.#matches(client, entry?.dn ?? this.#nobody(), password);
      if (entry === null || !isRight || isDisabled(entry, this.#now())) return null;
      await this.#bind(client);
      return this.#toPerson(client, entry);
    });
  }

  /** The person with this identifier; null once they are gone or disabled. Refuses (DirectoryFailed). */
  async find(subject: string): Promise<DirectoryPerson | null> {
    return this.#over(async (client) => {
      const entry = await this.#findOne(client, await this.#bySubject(subject));
      if (entry === null || isDisabled(entry, this.#now())) return null;
      return this.#toPerson(client, entry);
    });
  }

  /** Whether this is the password of the person with this identifier. Refuses (DirectoryFailed). */
  async checkPassword(subject: string, password: string): Promise<boolean> {
    if (password === '') return false;
    return this.#over(async (client) => {
      const entry = await this.#findOne(client, await this.#bySubject(subject));
      if (entry === null || isDisabled(entry, this.#now())) return false;
      return this.#matches(client, entry.dn, password);
    });
  }

  /** Tries everything that needs no person, up to the first fault of each address. */
  async test(): Promise<Check[]> {
    const checks: Check[] = [];
    for (const url of this.provider.urls) {
      const { host } = new URL(url);
      let at: Check['check'] = 'connection';
      try {
        await overConnection({ ...this.provider, url }, async (client) => {
          await this.#bind(client);
          checks.push({ check: 'connection', fault: null, value: host });
          checks.push({ check: 'bind', fault: null, value: this.provider.bindDn });
          at = 'base';
          for (const base of new Set([this.provider.base, this.provider.groupBase])) {
            await this.#findBase(client, base);
            checks.push({ check: 'base', fault: null, value: base });
          }
          at = 'people';
          await this.#findAnyone(client);
          checks.push({ check: 'people', fault: null, value: null });
        });
      } catch (error) {
        const failed = error instanceof DirectoryFailed ? error : new DirectoryFailed('search_refused', host);
        if (failed.fault === 'bind_refused') {
          checks.push({ check: 'connection', fault: null, value: host });
          at = 'bind';
        }
        checks.push({ check: at, fault: failed.fault, value: failed.value });
      }
    }
    return checks;
  }

  /** Runs work as the directory's own account, at the first address that answers; only a lost connection is tried elsewhere. */
  async #over<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { urls } = this.provider;
    let failed: DirectoryFailed | null = null;
    for (let step = 0; step < urls.length; step += 1) {
      const index = (this.#first + step) % urls.length;
      let isBound = false;
      try {
        const result = await overConnection(
          { ...this.provider, url: urls[index] as string },
          async (client) => {
            await this.#bind(client);
            isBound = true;
            return work(client);
          },
        );
        this.#first = index;
        return result;
      } catch (error) {
        if (readResultCode(error) !== null) throw new DirectoryFailed('search_refused', urls[index] ?? null);
        if (!(error instanceof DirectoryFailed)) throw error;
        // A password that was sent may have been counted there: it isn't sent again.
        if (isBound || error.fault === 'bind_refused') throw error;
        failed = error;
      }
    }
    throw failed ?? new DirectoryFailed('unreachable');
  }

  async #bind(client: Client): Promise<void> {
    const { bindDn, secret } = this.provider;
    try {
      await client.bind(bindDn, secret ?? '');
    } catch (error) {
      if (readResultCode(error) !== null) throw new DirectoryFailed('bind_refused', bindDn);
      throw error;
    }
  }

  /** One attempt: a directory locks accounts after a few. */
  async #matches(client: Client, dn: string, password: string): Promise<boolean> {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      // Locked, expired and wrong are one refusal to whoever asks.
      if (readResultCode(error) !== null) return false;
      throw error;
    }
  }

  /** Unknown names take as long as wrong passwords. */
  #nobody(): string {
    return `cn=${randomBytes(8).toString('hex')},${this.provider.base}`;
  }

  async #byLogin(login: string): Promise<Filter> {
    const { EqualityFilter, OrFilter } = await loadLdap();
    const filters = this.provider.loginAttributes.map(
      (attribute) => new EqualityFilter({ attribute, value: login }),
    );
    return new OrFilter({ filters });
  }

  async #bySubject(subject: string): Promise<Filter> {
    const { EqualityFilter } = await loadLdap();
    const { subjectAttribute: attribute } = this.provider;
    return new EqualityFilter({ attribute, value: toSubjectValue(subject, attribute) });
  }

  /** Null as well when several entries have this name: nobody can tell which one is meant. */
  async #findOne(client: Client, filter: Filter): Promise<Entry | null> {
    const { base, subjectAttribute, nameAttribute, emailAttribute, loginAttributes } = this.provider;
    const { searchEntries } = await client.search(base, {
      filter,
      scope: 'sub',
      sizeLimit: 2,
      timeLimit: 5,
      attributes: [
        subjectAttribute,
        nameAttribute,
        emailAttribute,
        ...loginAttributes,
        'memberOf',
        ...stateAttributes,
      ],
      explicitBufferAttributes: [subjectAttribute],
    });
    const [entry] = searchEntries;
    return searchEntries.length === 1 && entry !== undefined ? entry : null;
  }

  async #toPerson(client: Client, entry: Entry): Promise<DirectoryPerson> {
    const { subjectAttribute, nameAttribute, emailAttribute, loginAttributes } = this.provider;
    const subject = subjectOf(entry, subjectAttribute);
    if (subject === null) throw new DirectoryFailed('search_refused', subjectAttribute);
    const login = loginAttributes.map((attribute) => textOf(entry, attribute)).find((text) => text !== null);
    return {
      subject,
      login: login ?? entry.dn,
      displayName: textOf(entry, nameAttribute),
      email: textOf(entry, emailAttribute),
      groups: await this.#listGroups(client, entry),
    };
  }

  /** The groups of an entry, as keys of their names. */
  async #listGroups(client: Client, entry: Entry): Promise<string[]> {
    const { EqualityFilter, ExtensibleFilter, OrFilter } = await loadLdap();
    const { nestedGroups } = this.provider;
    const found = new Map<string, string>();
    const add = (names: readonly string[]): string[] =>
      names.filter((name) => {
        const key = toNameKey(name);
        if (key === null || found.has(key)) return false;
        if (found.size >= mostGroups) throw new DirectoryFailed('too_large', this.provider.groupBase);
        found.set(key, name);
        return true;
      });
    if (nestedGroups === 'chain') {
      const filter = new ExtensibleFilter({ matchType: 'member', rule: inChain, value: entry.dn });
      add(await this.#searchGroups(client, filter));
      return [...found.keys()];
    }
    add(valuesOf(entry, 'memberOf').map(String));
    let level = [entry.dn, ...found.values()];
    const levels = nestedGroups === 'walk' ? mostLevels : 1;
    for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (let start = 0; start < level.length; start += namesInFilter) {
        const filters = level
          .slice(start, start + namesInFilter)
          .flatMap((value) =>
            ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value })),
          );
        next.push(...add(await this.#searchGroups(client, new OrFilter({ filters }))));
      }
      level = next;
    }
    return [...found.keys()];
  }

  async #searchGroups(client: Client, filter: Filter): Promise<string[]> {
    const { searchEntries } = await client.search(this.provider.groupBase, {
      filter,
      scope: 'sub',
      sizeLimit: mostGroups + 1,
      timeLimit: 5,
      paged: { pageSize: 500 },
      attributes: ['1.1'],
    });
    return searchEntries.map(({ dn }) => dn);
  }

  async #findBase(client: Client, base: string): Promise<void> {
    try {
      const { searchEntries } = await client.search(base, {
        scope: 'base',
        timeLimit: 5,
        attributes: ['1.1'],
      });
      if (searchEntries.length === 0) throw new DirectoryFailed('base_not_found', base);
    } catch (error) {
      if (readResultCode(error) === noSuchObject) throw new DirectoryFailed('base_not_found', base);
      throw error;
    }
  }

  /** Whether anyone has the attributes by which people sign in and are recognised. */
  async #findAnyone(client: Client): Promise<void> {
    const { PresenceFilter, AndFilter, OrFilter } = await loadLdap();
    const { base, loginAttributes, subjectAttribute } = this.provider;
    const logins = loginAttributes.map((attribute) => new PresenceFilter({ attribute }));
    const filter = new AndFilter({
      filters: [new OrFilter({ filters: logins }), new PresenceFilter({ attribute: subjectAttribute })],
    });
    const { searchEntries } = await client.search(base, {
      filter,
      scope: 'sub',
      sizeLimit: 1,
      timeLimit: 5,
      attributes: ['1.1'],
    });
    if (searchEntries.length === 0)
      throw new DirectoryFailed('search_refused', [...loginAttributes, subjectAttribute].join(', '));
  }
}
