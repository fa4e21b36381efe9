import type { Caller } from '@waypost/sdk';
import { defaultNodes } from '../../services/roles/roles.ts';
import type { Catalogue, RuntimeServices } from '../../services/types.ts';
import type { Person, PersonOptions } from './types.ts';

/** Whoever calls in a test. */
export interface TestPeople {
  person(account: string, options: PersonOptions): Promise<Person>;
  /** The caller behind a token; undefined when it is nobody's. */
  callerOf(token: string): Caller | undefined;
  tokenOf(person: Person): string;
}

interface Known extends Required<Pick<PersonOptions, 'role' | 'via'>> {
  person: Person;
  permissions: readonly string[] | undefined;
}

/**
 * People with what their role may do. Where the plugin works with accounts they have one, otherwise they are known to
 * their calls alone.
 */
export function createTestPeople(options: {
  catalogue: Catalogue;
  accounts: RuntimeServices['accounts'] | undefined;
}): TestPeople {
  const { catalogue, accounts } = options;
  const known = new Map<string, Known>();
  let last = 0;

  const newPerson = async (account: string, role: Known['role']): Promise<Person> => {
    last += 1;
    if (accounts === undefined) return { id: last.toString(16).padStart(24, '0'), account };
    const { id } = await accounts.create({ account, role, password: 'Waypost123' });
    return { id, account };
  };
  const nodesOf = ({ role, permissions }: Known): ReadonlySet<string> => {
    const declared = catalogue.permissions().map(({ node }) => node);
    if (permissions !== undefined) return new Set(permissions.filter((node) => declared.includes(node)));
    if (role === 'super') return new Set(declared);
    return defaultNodes(catalogue).get(role) ?? new Set();
  };
  return {
    async person(account, { role = 'customer', permissions, via = 'session' }) {
      const person = known.get(account)?.person ?? (await newPerson(account, role));
      known.set(account, { person, role, permissions, via });
      return person;
    },
    callerOf(token) {
      const one = [...known.values()].find(({ person }) => person.id === token);
      if (one === undefined) return undefined;
      return {
        ...one.person,
        role: one.role,
        isSuper: one.role === 'super' && one.permissions === undefined,
        permissions: nodesOf(one),
        via: one.via,
        credential: one.person.id,
      };
    },
    tokenOf: ({ id }) => id,
  };
}
