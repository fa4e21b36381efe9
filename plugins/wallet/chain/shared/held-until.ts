import type { PluginContext, Restored, Session } from '@waypost/sdk';
import type { Network } from '../networks/values.ts';
import { CLOCKS_APART_MS } from '../values.ts';
import { KEPT_MS } from './shared-amounts.ts';
import { tills } from './tills.ts';

/** Longest that an order waits to be paid, milliseconds: the most that can be set. */
export const LONGEST_ORDER_MS = 24 * 60 * 60_000;

export interface SharedPlace {
  network: Network;
  address: string;
}
const idOf = ({ network, address }: SharedPlace): string => `${network}/${address}`;

/**
 * Until when no order is told by its amount at an address, after a restore: whoever was given an amount after the backup may pay it as
 * long, and it would pay whoever is given it now. Undefined: it is open.
 */
export async function heldUntil(context: PluginContext, place: SharedPlace): Promise<Date | undefined> {
  const restored = await context.restored();
  if (restored === null) return undefined;
  const until = restored.time.getTime() + LONGEST_ORDER_MS + KEPT_MS + CLOCKS_APART_MS;
  if (context.clock.now() >= until) return undefined;
  const till = await tills(context).findById(idOf(place)).lean();
  return till?.restored === restored.id ? undefined : new Date(until);
}

/**
 * Takes an operator's word that nobody has ever been asked to pay to an address: it is open at once, also after a restore.
 * @returns false: orders were paid to it
 */
export async function startNewAddress(
  context: PluginContext,
  { place, contract, restored }: { place: SharedPlace; contract: string; restored: Restored },
  session: Session,
): Promise<boolean> {
  const _id = idOf(place);
  if ((await tills(context).exists({ _id }).session(session)) !== null) return false;
  const now = context.clock.date();
  const { network, address } = place;
  await tills(context).create(
    [
      {
        _id,
        network,
        address,
        contract,
        orders: 0,
        expire_time: now,
        cursor: now.getTime(),
        is_flooded: false,
        next_look_time: now,
        restored: restored.id,
      },
    ],
    { session },
  );
  return true;
}
