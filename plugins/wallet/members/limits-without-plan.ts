import { errors } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { LIMIT_KINDS, type Limits, NO_LIMITS } from '../plans/values.ts';

/** What customers without a plan may have; one document. */
interface LimitsWithoutPlan extends Limits {
  _id: string;
  version: number;
}
const ID = 'limits';
const COLLECTION: CollectionDeclaration<LimitsWithoutPlan> = {
  name: 'limits_without_plan',
  onUninstall: 'keep',
  fields: {
    _id: String,
    version: Number,
    codes: Number,
    domains: Number,
    visits: Number,
    api_keys: Number,
    kept_visits: Number,
  },
};
export const limitsWithoutPlan = (context: PluginContext) => context.collection(COLLECTION);

/** Limits of customers without a plan, with the version that a change has to name; 0: nobody has set any. */
export async function readLimitsWithoutPlan(
  context: PluginContext,
  session?: Session,
): Promise<{ version: number; limits: Limits }> {
  const found = await limitsWithoutPlan(context)
    .findById(ID)
    .session(session ?? null)
    .lean();
  if (found === null) return { version: 0, limits: NO_LIMITS };
  const { version, codes, domains, visits, api_keys, kept_visits } = found;
  return { version, limits: { codes, domains, visits, api_keys, kept_visits } };
}

/** Changes them for everybody without a plan, at once. Errors: `stale_version` 409 */
export async function changeLimitsWithoutPlan(
  context: PluginContext,
  { version, limits }: { version: number; limits: Limits },
  request: SignedRequest,
): Promise<{ version: number; limits: Limits }> {
  return context.transaction(async (session) => {
    const before = await readLimitsWithoutPlan(context, session);
    if (before.version !== version) throw errors.staleVersion.create({}, { content: before });
    await writeLimitsWithoutPlan(context, { version: version + 1, limits }, session);
    const after = { version: version + 1, limits };
    await context.audit(
      { type: 'wallet.limits_without_plan.update', before: before.limits, after: limits, request },
      session,
    );
    return after;
  });
}

/** Takes over what an older release kept among the settings of the plugin. */
export async function takeOverLimits(context: PluginContext, limits: Limits): Promise<void> {
  const isSet = LIMIT_KINDS.some((kind) => limits[kind] !== null);
  if (isSet && (await readLimitsWithoutPlan(context)).version === 0)
    await writeLimitsWithoutPlan(context, { version: 1, limits });
}

async function writeLimitsWithoutPlan(
  context: PluginContext,
  { version, limits }: { version: number; limits: Limits },
  session?: Session,
): Promise<void> {
  await limitsWithoutPlan(context).updateOne(
    { _id: ID },
    { $set: { ...limits, version } },
    { upsert: true, session: session ?? null },
  );
}
