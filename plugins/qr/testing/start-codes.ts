import { join } from 'node:path';
import {
  ACCOUNT_STATES,
  type AccountStates,
  ADDRESS_BLOCKS,
  type AddressBlocks,
  KEPT_PICTURES,
} from '@waypost/sdk';
import { givenPictures, type TestPlugin, type TestPluginOptions, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../server.ts';

/** Everybody is there and a customer. */
const ACCOUNTS: AccountStates = {
  isActive: async () => true,
  names: async (ids) => Object.fromEntries(ids.map((id) => [id, `account of ${id}`])),
  isCustomer: async () => true,
  domainQuota: async () => null,
  emails: async () => ({}),
  contacts: async () => ({}),
  find: async () => [],
};

/** No address is on a list. */
const NO_BLOCKS = { version: '1.0.0', service: { of: async () => [] } satisfies AddressBlocks };

interface CodesOptions extends Pick<TestPluginOptions, 'services' | 'settings' | 'internet'> {
  /** What is told otherwise of those who own codes. */
  accounts?: Partial<AccountStates>;
}

/** The plugin within the test, with what it asks others of the owners of codes. */
export function startCodes({ accounts, services, ...options }: CodesOptions = {}): Promise<TestPlugin> {
  const asked = { version: '1.4.0', service: { ...ACCOUNTS, ...accounts } };
  return testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    services: {
      [ACCOUNT_STATES]: asked,
      [ADDRESS_BLOCKS]: NO_BLOCKS,
      [KEPT_PICTURES]: givenPictures(),
      ...services,
    },
    ...options,
  });
}
