import { errors } from '@waypost/contract';
import type { Filter, SignedRequest, Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { administrator } from '../screens/administrators/resource.ts';
import { firstWords } from '../screens/log/entry-words.ts';
import { apiKeyScopes } from './calls.ts';
import { apiKey } from './resource.ts';
import { scopeWords } from './scope-words.ts';

/** The calls `api_key/…`; they belong to the screen on which people keep what opens their own account. */
export function mountApiKeys(context: PlatformContext): void {
  const { identity } = context;
  const made = new WeakMap<SignedRequest, string>();
  const accounts = context.model(administrator);

  /** Whoever sees the keys of others sees those of people below a super administrator, as on the list of administrators. */
  async function scope(request: SignedRequest): Promise<Filter<Stored<typeof apiKey>>> {
    if (request.caller.isSuper || !request.caller.permissions.has('system.api_key:read_all')) return {};
    const above = await accounts.find({ role: await identity.roleId('super') }, { _id: 1 }).lean();
    return { owner: { $nin: above.map(({ _id }) => String(_id)) } };
  }

  async function requireWithin(owner: string, request: SignedRequest): Promise<void> {
    if (owner === request.caller.id) return;
    const found = await accounts.findOne({ _id: owner }, { role: 1 }).lean();
    const kind = (await identity.roles()).find(({ id }) => id === found?.role)?.kind ?? 'operator';
    // A customer's screens are not an operator's: nothing to compare.
    if (found && kind === 'operator') await identity.requireRoleWithin(found.role, request.caller);
  }

  context.call(apiKeyScopes, async (_body, { caller, locale, translate }) => {
    const nodes = await context.roles.nodes(locale);
    const holds = (node: string) => caller.isSuper || caller.permissions.has(node);
    const ofOther = (noun: string, right: string) => {
      const screen = firstWords(translate, [`log.noun.${noun}`]);
      return screen === undefined ? right : translate('system.api_key.scope', { screen, right });
    };
    const [see, all] = [translate('permission.read'), translate('system.api_key.scope.all')];
    return { scopes: scopeWords(nodes, { holds, see, all, ofOther }) };
  });
  context.resource(apiKey, {
    scope,
    beforeCreate: async (body, { request, session }) => {
      // A key that makes keys could make one that is more than itself, and one that outlives it.
      if (request.caller.via === 'api_key')
        throw errors.forbidden.create({ permission: 'system.api_key:create' });
      const { id: owner, permissions: within } = request.caller;
      const { key, fields } = await identity.newApiKey({ ...body, owner, within }, session);
      made.set(request, key);
      return { ...fields };
    },
    created: (_row, request) => ({ key: made.get(request) }),
    present: async (rows) => {
      const owners = [...new Set(rows.map(({ owner }) => String(owner)))];
      const found = await accounts.find({ _id: { $in: owners } }, { account: 1 }).lean();
      const names = new Map(found.map(({ _id, account }) => [String(_id), account]));
      return rows.map((row) => ({ ...row, owner_account: names.get(String(row.owner)) ?? '' }));
    },
    actions: {
      revoke: async ({ id, row, session }, request) => {
        const owner = String(row.owner);
        await requireWithin(owner, request);
        await identity.revokeApiKey(id, owner === request.caller.id ? 'owner' : 'administrator', session);
        return null;
      },
    },
  });
}
