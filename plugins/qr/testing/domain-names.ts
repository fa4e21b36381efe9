import type { DomainName, DomainNames, DomainUse } from '@waypost/sdk';

/** A name as a test gives it to somebody. */
export interface GivenName extends Partial<DomainName> {
  host: string;
  type: DomainUse;
  /** Account ids of those who may use it. */
  owners: readonly string[];
}

/** The service of a plugin that looks after domains, over a list that the test may change while it runs. */
export function givenNames(names: readonly GivenName[]): DomainNames {
  const of = (owner: string) =>
    names
      .filter(({ owners }) => owners.includes(owner))
      .map(
        ({ owners: _owners, ...name }): DomainName => ({
          shown: name.host,
          is_platform: false,
          is_working: true,
          ...name,
        }),
      );
  return {
    usable: async ({ owner, type, search = '', limit = 100 }) =>
      of(owner)
        .filter((name) => (type === undefined || name.type === type) && name.host.includes(search))
        .sort(
          (one, other) =>
            Number(other.is_working) - Number(one.is_working) || one.host.localeCompare(other.host),
        )
        .slice(0, limit),
    among: async ({ owner, hosts }) => of(owner).filter(({ host }) => hosts.includes(host)),
  };
}
