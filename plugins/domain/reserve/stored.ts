import { type PluginContext, requireRow, type Session, type Stored, type StoredFields } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { HELD_STATES, PLATFORM } from '../domains/values.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import type { spareResource } from '../screens/hold_domain/resource.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import type { StoredWatch } from '../watching/stored.ts';
import type { ReserveNotice } from './values.ts';

export type StoredSpare = Stored<typeof spareResource>;
export type StoredTakeOver = Stored<typeof takeOverResource>;
export type TakeOverChange = Partial<StoredFields<typeof takeOverResource>>;

/** Who decides about the reserve meets in this family: of two at the same moment the second sees what the first has left. */
export const RESERVE_FAMILY = 'reserve';

/** Of whose codes a take-over is; undefined: everybody's, as on a name of the platform that nobody has. */
export const codesOf = ({ holder }: Pick<StoredTakeOver, 'holder'>): string | undefined =>
  holder === PLATFORM ? undefined : holder;

/** @throws AppError `not_found` 404 */
export async function findTakeOver(context: PluginContext, id: string): Promise<StoredTakeOver> {
  return requireRow(context.model(takeOverResource).findOne({ _id: id }).lean());
}

/** Names that somebody has, by their ids. */
export async function heldDomains(
  context: PluginContext,
  ids: readonly string[],
  session: Session | null = null,
): Promise<Map<string, StoredDomain>> {
  const found = await context
    .model(domainResource)
    .find({ _id: { $in: ids }, state: { $in: HELD_STATES } })
    .session(session)
    .lean();
  return new Map(found.map((row) => [String(row._id), row]));
}

/** How names are believed to be, by their ids. */
export async function watchesOf(
  context: PluginContext,
  ids: readonly string[],
): Promise<Map<string, StoredWatch>> {
  const found = await context
    .model(watchResource)
    .find({ _id: { $in: ids } })
    .lean();
  return new Map(found.map((row) => [row._id, row]));
}

/** Visits come, as far as is believed, and nothing else of it fails. What nobody has looked at yet does not work. */
export const isWorking = (watch: StoredWatch | undefined): boolean =>
  watch?.told_working === true && watch.cause === '';

/** What is written so that people are told. */
export const toldOf = (kind: ReserveNotice, now: Date) => ({
  $push: { notices: { kind, at: now.toISOString() } },
  $set: { has_notices: true },
});

/** Changes a take-over that is still as `where` says. @returns whether it was */
export async function changeTakeOver(
  context: PluginContext,
  { _id, where = {} }: { _id: string; where?: Record<string, unknown> },
  { set, told, session }: { set: TakeOverChange; told?: ReserveNotice; session?: Session },
): Promise<boolean> {
  const now = context.clock.date();
  const notice = told === undefined ? undefined : toldOf(told, now);
  const { modifiedCount } = await context.model(takeOverResource).updateOne(
    { _id, ...where },
    {
      $set: { ...set, ...notice?.$set, update_time: now },
      $inc: { version: 1 },
      ...(notice === undefined ? {} : { $push: notice.$push }),
    },
    { timestamps: false, ...(session === undefined ? {} : { session }) },
  );
  return modifiedCount === 1;
}

/** The take-over of a domain that is not over. */
export async function openOf(context: PluginContext, domain: string): Promise<StoredTakeOver | undefined> {
  const found = await context.model(takeOverResource).findOne({ from_domain: domain, is_open: true }).lean();
  return found ?? undefined;
}
