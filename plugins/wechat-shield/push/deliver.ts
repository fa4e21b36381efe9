import type { PluginContext } from '@waypost/sdk';
import { readConfig } from '../detection/config.ts';
import { pushResource } from '../screens/shield_push/resource.ts';
import { eachPush } from './each-push.ts';
import { sendWebhook } from './send-webhook.ts';
import type { StoredDelivery, StoredPush } from './stored.ts';
import { tellPeople } from './tell-people.ts';

/** Blocks that are read at once. */
const PORTION = 100;
const MINUTE_MS = 60_000;
/** How long webhooks are asked in one run; the next one follows. */
const WEBHOOKS_MS = MINUTE_MS;
/** Most webhooks of one run. */
const WEBHOOKS = 200;
/** For so long nobody else sends what somebody is sending: longer than a webhook may take. */
const CLAIMED_MS = 2 * MINUTE_MS;
/** Minutes after which a webhook that did not take it is tried again. */
const PAUSES: readonly number[] = [1, 5, 30, 120, 720];

/**
 * Tells people what they are to be told now. Once the work is to end it begins nothing more: what is on its way is waited for,
 * and noted. What is told leaves a mark with it: of the same thing nobody is told twice by an inbox.
 */
export async function tellDue(context: PluginContext, signal: AbortSignal): Promise<void> {
  for await (const row of eachPush(context, dueNow(context, { $ne: 'webhook' }), PORTION)) {
    if (signal.aborted) return;
    await deliverRow(context, row, ({ channel }) => channel !== 'webhook');
  }
}

/** Sends the webhooks that are due, and ends like `tellDue`. */
export async function sendDue(context: PluginContext, signal: AbortSignal): Promise<void> {
  const end = context.clock.now() + WEBHOOKS_MS;
  for (const { push, key } of await dueWebhooks(context)) {
    if (signal.aborted || context.clock.now() >= end) return;
    const row = await context.model(pushResource).findById(push).lean();
    if (row !== null) await deliverRow(context, row, (delivery) => delivery.key === key);
  }
}

/** What waits for its next try is none of it. */
const dueNow = <C extends 'webhook' | { $ne: 'webhook' }>({ clock }: PluginContext, channel: C) => ({
  has_due: true,
  deliveries: {
    $elemMatch: { channel, state: 'waiting' as const, next_time: { $lte: clock.date().toISOString() } },
  },
});

/** The webhooks that wait longest: what hangs anew each time stands behind those that nobody has tried. */
async function dueWebhooks(context: PluginContext): Promise<{ push: string; key: string }[]> {
  const { has_due, deliveries } = dueNow(context, 'webhook');
  const { channel, state, next_time } = deliveries.$elemMatch;
  const isMeant = {
    'deliveries.channel': channel,
    'deliveries.state': state,
    'deliveries.next_time': next_time,
  };
  const found = await context
    .model(pushResource)
    .aggregate<{ push: unknown; key: string }>([
      { $match: { has_due, deliveries } },
      { $project: { deliveries: { key: 1, channel: 1, state: 1, next_time: 1 } } },
      { $unwind: '$deliveries' },
      { $match: isMeant },
      { $sort: { 'deliveries.next_time': 1, _id: 1 } },
      { $limit: WEBHOOKS },
      { $project: { _id: 0, push: '$_id', key: '$deliveries.key' } },
    ]);
  return found.map(({ push, key }) => ({ push: String(push), key }));
}

const isDue = ({ clock }: PluginContext, { state, next_time }: StoredDelivery): boolean =>
  state === 'waiting' && Date.parse(next_time) <= clock.now();

async function deliverRow(
  context: PluginContext,
  row: StoredPush,
  isMeant: (delivery: StoredDelivery) => boolean,
): Promise<void> {
  const deliveries: StoredDelivery[] = [];
  for (const delivery of row.deliveries)
    deliveries.push(
      isMeant(delivery) && isDue(context, delivery) ? await deliverOne(context, row, delivery) : delivery,
    );
  await write(context, row, deliveries);
}

async function deliverOne(
  context: PluginContext,
  row: StoredPush,
  delivery: StoredDelivery,
): Promise<StoredDelivery> {
  const now = context.clock.now();
  const config = await readConfig(context, 'push');
  const time = new Date(now).toISOString();
  if (delivery.channel !== 'webhook')
    return (await tellPeople(context, { row, delivery, config }))
      ? { ...delivery, state: 'sent', tries: delivery.tries + 1, time }
      : delivery;
  if (!(await claim(context, row, delivery))) return delivery;
  const { key, kind } = delivery;
  const answer = await sendWebhook(context, { row, key, kind, config });
  const tries = delivery.tries + 1;
  if (answer === '') return { ...delivery, state: 'sent', tries, answer, time };
  const pause = PAUSES[delivery.tries];
  return pause === undefined
    ? { ...delivery, state: 'failed', tries, answer, time }
    : { ...delivery, tries, answer, next_time: new Date(now + pause * MINUTE_MS).toISOString() };
}

/** Of two runs at once one sends it. If that one is killed it is sent once more a while later. */
async function claim(
  context: PluginContext,
  { _id }: StoredPush,
  { key, next_time }: StoredDelivery,
): Promise<boolean> {
  const later = new Date(context.clock.now() + CLAIMED_MS).toISOString();
  const { modifiedCount } = await context
    .model(pushResource)
    .updateOne(
      { _id, deliveries: { $elemMatch: { key, state: 'waiting', next_time } } },
      { $set: { 'deliveries.$.next_time': later } },
      { timestamps: false },
    );
  return modifiedCount === 1;
}

/** Each delivery by its key: meanwhile others may have been added. */
async function write(
  context: PluginContext,
  row: StoredPush,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  const model = context.model(pushResource);
  for (const delivery of deliveries)
    if (delivery !== row.deliveries.find(({ key }) => key === delivery.key))
      await model.updateOne(
        { _id: row._id, 'deliveries.key': delivery.key },
        { $set: { 'deliveries.$': delivery } },
        { timestamps: false },
      );
  await model.updateOne(
    { _id: row._id, deliveries: { $not: { $elemMatch: { state: 'waiting' } } } },
    { $set: { has_due: false } },
    { timestamps: false },
  );
}
