import { ACCOUNT_STATES, type AccountStates, type PluginContext } from '@waypost/sdk';

/** Accounts by id; none while nobody can tell. */
export async function ownersOf(
  context: PluginContext,
  ids: readonly string[],
): Promise<Record<string, string>> {
  return (await context.require<AccountStates>(ACCOUNT_STATES)?.names(ids)) ?? {};
}
