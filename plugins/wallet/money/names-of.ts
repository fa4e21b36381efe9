import { ACCOUNT_STATES, type AccountStates, type PluginContext } from '@waypost/sdk';

/** Accounts of people by id; who is gone for good has none. */
export const namesOf = async (
  context: PluginContext,
  ids: readonly string[],
): Promise<Record<string, string>> =>
  (await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.names([...new Set(ids)])) ?? {};
