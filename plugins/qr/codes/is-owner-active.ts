import { ACCOUNT_STATES, type AccountStates, type PluginContext } from '@waypost/sdk';

/**
 * Whether what an account has given away (card key, shared page) still opens something: not while the account is
 * disabled or gone. Its codes go on leading visitors to their targets. Nobody who could tell: no.
 */
export async function isOwnerActive(context: PluginContext, owner: unknown): Promise<boolean> {
  const states = context.require<AccountStates>(ACCOUNT_STATES);
  return states !== undefined && (await states.isActive(String(owner)));
}
