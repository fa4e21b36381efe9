import type { AccountStates } from '@waypost/sdk';

/** Whose accounts tests ask for: everybody is there and a customer. */
export const EVERYBODY: AccountStates = {
  isActive: async () => true,
  names: async (ids) => Object.fromEntries(ids.map((id) => [id, `account of ${id}`])),
  isCustomer: async () => true,
  domainQuota: async () => null,
  emails: async () => ({}),
  contacts: async () => ({}),
  find: async () => [],
};
