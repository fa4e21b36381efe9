import type { PluginContext, Session } from '@waypost/sdk';
import { configs, type PushConfig, readConfig } from '../detection/config.ts';
import { hostResource } from '../hosts/resource.ts';
import { pushResource } from '../screens/shield_push/resource.ts';
import type { Hold } from './values.ts';

/** Row that each freezing writes to: of two at once the second counts the first. */
const FREEZING = 'freezing';
/** Providers that bear each other out. */
const SEVERAL = 2;

/**
 * Whether a block may freeze codes by itself. A provider whose account ran out, or that a network stands before, calls all
 * domains blocked: what nothing bears out, and more than a share of the domains, waits for a person's word. One domain may always.
 */
export async function holdOf(
  context: PluginContext,
  { freeze_share }: Pick<PushConfig, 'freeze_share'>,
  session: Session,
): Promise<Hold> {
  const { canary, quorum } = await readConfig(context, 'detection', session);
  if (canary === '' && quorum < SEVERAL) return 'unproved';
  await configs(context).updateOne({ _id: FREEZING }, { $inc: { version: 1 } }, { upsert: true, session });
  const [frozen, domains] = [
    await context.model(pushResource).countDocuments({ is_open: true, is_automatic: true }).session(session),
    await context.model(hostResource).countDocuments({}).session(session),
  ];
  return frozen < Math.max(1, Math.floor((domains * freeze_share) / 100)) ? '' : 'share';
}
