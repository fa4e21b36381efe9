import {
  ENTITLEMENTS,
  ENTITLEMENTS_VERSIONS,
  type Entitlements,
  type PluginContext,
  type Session,
  todayOf,
} from '@waypost/sdk';
import type { StoredCode } from '../codes/link.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** Codes that count for what an account may have: those in the bin do not, nor printed ones that lead nowhere yet. */
export const isCounted = ({
  remove_time,
  is_unclaimed,
}: Pick<StoredCode, 'remove_time' | 'is_unclaimed'>): boolean => !remove_time && is_unclaimed !== true;

/** The filter that finds those of an account. */
export const countedOf = (owner: string) => ({ owner, remove_time: null, is_unclaimed: { $ne: true } });

/**
 * Whether accounts may have what a transaction has just given them, counted as it now sees it.
 * Errors: `limit_codes` 409.
 */
export async function requireCodeRoom(
  context: PluginContext,
  owners: readonly unknown[],
  session: Session,
): Promise<void> {
  const entitlements = context.require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS);
  if (entitlements === undefined) return;
  for (const account of new Set(owners.map(String)))
    await entitlements.requireRoom(
      {
        account,
        kind: 'codes',
        adding: 0,
        count: (inside, most) =>
          context
            .model(codeResource)
            .countDocuments(countedOf(account))
            .session(inside)
            .limit(most + 1),
      },
      session,
    );
}

/**
 * Whether a log may be opened: not while as many single visits are kept as the owner may have.
 * Errors: `limit_kept_visits` 409.
 */
export async function requireLogRoom(
  context: PluginContext,
  owners: readonly unknown[],
  session: Session,
): Promise<void> {
  const entitlements = context.require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS);
  if (entitlements === undefined) return;
  for (const account of new Set(owners.map(String)))
    await entitlements.requireRoom(
      { account, kind: 'kept_visits', count: () => keptOf(context, account) },
      session,
    );
}

export const codesOf = (context: PluginContext) => context.model(codeResource);

/** Single visits that are kept of an account's codes. */
export async function keptOf(context: PluginContext, owner: string): Promise<number> {
  const last = dayNumber(todayOf(context));
  const { values } = await context.visits.keptCounts({ owner }, { first: FIRST_DAY, last }, 'link');
  return Object.values(values).reduce((sum, count) => sum + count, 0);
}

/** Before any visit that was ever counted. */
const FIRST_DAY = 20_000_101;
const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));
