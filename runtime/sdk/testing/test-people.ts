import type { Caller } from '@waypost/sdk';
import type { Catalogue } from '../../services/catalogue.ts';
import { defaultNodes } from '../../services/roles/roles.ts';
import type { RuntimeServices } from '../../services/types.ts';
import type { Person, PersonOptions } from './types.ts';

/** Whoever calls in a test. */
export interface TestPeople {
  person(account: string, options: PersonOptions): Promise<Person>;
  /** The caller behind a token; undefined when it is nobody's. */
  callerOf(token: string): Promise<Caller | undefined>;
  tokenOf(person: Person): string;
}

/** How people are known: by accounts in the store, or to their calls alone. */
type Register = (account: string, role: Known['role']) => Promise<{ id: string; token: string }>;

interface Known extends Required<Pick<PersonOptions, 'role' | 'via'>> {
  person: Person;
  token: string;
  permissions: readonly string[] | undefined;
}

const PASSWORD = 'Waypost123';
const FACTS = { address: '203.0.113.7', userAgent: 'test' };

/**
 * People with what their role may do. Where the plugin works with accounts they have one, and a session; otherwise they
 * are known to their calls alone.
 */
export function createTestPeople(options: {
  catalogue: Catalogue;
  /** Where the plugin works with accounts. */
  services: RuntimeServices | undefined;
}): TestPeople {
  const { catalogue, services } = options;
  const known = new Map<string, Known>();
  const register = services === undefined ? registerByName() : registerByAccount(services);

  const nodesOf = ({ role, permissions }: Known): ReadonlySet<string> => {
    const declared = catalogue.permissions().map(({ node }) => node);
    if (permissions !== undefined) return new Set(permissions.filter((node) => declared.includes(node)));
    if (role === 'super') return new Set(declared);
    return defaultNodes(catalogue).get(role) ?? new Set();
  };
  const callerOfName = (one: Known): Caller => ({
    ...one.person,
    role: one.role,
    isSuper: one.role === 'super' && one.permissions === undefined,
    permissions: nodesOf(one),
    via: one.via,
    credential: one.token,
  });
  return {
    async person(account, { role = 'customer', permissions, via = 'session' }) {
      const earlier = known.get(account);
      const { id, token } = earlier
        ? { id: earlier.person.id, token: earlier.token }
        : await register(account, role);
      const person = earlier?.person ?? { id, account };
      known.set(account, { person, token, role, permissions, via });
      return person;
    },
    async callerOf(token) {
      const one = [...known.values()].find((each) => each.token === token);
      if (one === undefined) return undefined;
      if (services === undefined) return callerOfName(one);
      const caller = await services.authenticate(token, FACTS);
      // The services know their caller by the object: what a test says of it is changed in place.
      if (caller !== undefined && one.permissions !== undefined)
        Object.assign(caller, { permissions: nodesOf(one), isSuper: false });
      return caller;
    },
    tokenOf(person) {
      const one = known.get(person.account);
      if (one === undefined)
        throw new TypeError(`${person.account} is nobody of this test: t.person(…) makes people`);
      return one.token;
    },
  };
}

function registerByName(): Register {
  let last = 0;
  return async () => {
    last += 1;
    const id = last.toString(16).padStart(24, '0');
    return { id, token: `token-of-${id}` };
  };
}

/** The first administrator is there from the start; everybody else gets an account. */
function registerByAccount({ accounts, identity }: RuntimeServices): Register {
  return async (account, role) => {
    const isThere = (await accounts.list()).some((one) => one.account === account);
    if (!isThere) await accounts.create({ account, role, password: PASSWORD });
    const { token } = await identity.login({ account, password: PASSWORD }, strangersRequest());
    return { id: await accounts.idOf(account), token };
  };
}

function strangersRequest(): Parameters<RuntimeServices['identity']['login']>[1] {
  const nothing = () => undefined;
  return {
    ...FACTS,
    caller: undefined,
    locale: 'en-US',
    language: 'en-US',
    requestId: 'login-of-a-test',
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    signal: new AbortController().signal,
    translate: (key) => key,
  };
}
