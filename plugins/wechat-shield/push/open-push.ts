import { NOBODY } from '@waypost/contract';
import { addRow, type PluginContext, type Session } from '@waypost/sdk';
import { readConfig } from '../detection/config.ts';
import type { StoredHost } from '../hosts/stored.ts';
import { pushResource } from '../screens/shield_push/resource.ts';

import { freshDeliveries } from './deliveries.ts';
import { holdOf } from './hold-of.ts';
import type { StoredPush } from './stored.ts';
import type { PushState } from './values.ts';

/** A domain became blocked: what follows is as the policy says now, and is written down with the block itself. */
export async function openPush(context: PluginContext, host: StoredHost, session: Session): Promise<void> {
  const config = await readConfig(context, 'push', session);
  const model = context.model(pushResource);
  if ((await model.exists({ domain: host._id, is_open: true }).session(session)) !== null) return;
  const asked = config.codes === 'freeze';
  const held = asked ? await holdOf(context, config, session) : '';
  const codes = asked && held === '' ? 'freeze' : 'keep';
  await addRow(
    context,
    pushResource,
    {
      shown: host.shown,
      name: host.name,
      domain: host._id,
      holder: String(host.owner ?? NOBODY),
      codes,
      held,
      is_automatic: codes === 'freeze',
      reason: config.reason,
      blocked_time: context.clock.date(),
      deliveries: freshDeliveries(context, { kind: 'blocked', config, holder: String(host.owner ?? NOBODY) }),
      has_due: true,
    },
    { session, audit: false },
  );
}

/** The block is over: who was told of it is told, and what was frozen for it is lifted by the next round. */
export async function liftPush(context: PluginContext, domain: string, session: Session): Promise<void> {
  const open = await context.model(pushResource).findOne({ domain, is_open: true }).session(session).lean();
  if (open === null) return;
  const config = await readConfig(context, 'push', session);
  await close(context, open, 'lifted', {
    session,
    deliveries: freshDeliveries(context, { kind: 'lifted', config, holder: open.holder }),
  });
}

/** Nobody has the domain any more: nothing of it is to stay frozen. */
export async function closeGone(context: PluginContext, domain: string): Promise<void> {
  const open = await context.model(pushResource).findOne({ domain, is_open: true }).lean();
  if (open !== null) await close(context, open, 'gone', { deliveries: [] });
}

async function close(
  context: PluginContext,
  { _id, codes }: StoredPush,
  state: Exclude<PushState, 'open'>,
  { session, deliveries }: { session?: Session; deliveries: StoredPush['deliveries'] },
): Promise<void> {
  await context.model(pushResource).updateOne(
    { _id, is_open: true },
    {
      $set: {
        state,
        is_open: false,
        lifted_time: context.clock.date(),
        ...(codes === 'freeze' ? { is_thawing: true } : {}),
        ...(deliveries.length > 0 ? { has_due: true } : {}),
      },
      $push: { deliveries: { $each: deliveries } },
      $inc: { version: 1 },
    },
    { timestamps: false, ...(session === undefined ? {} : { session }) },
  );
}
