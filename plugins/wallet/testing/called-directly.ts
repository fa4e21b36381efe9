import { AppError, type SettingsOf } from '@waypost/contract';
import type { BillLine, PluginContext, SignedRequest } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import type { StoredPlan } from '../orders/make-order.ts';
import { planResource } from '../screens/vip_combo/resource.ts';
import type { walletSettings } from '../settings.ts';
import type { Wallet } from '../wallet.ts';

// For tests that call what the plugin does themselves, without its routes: with a context that fails, or many at once.

/** What holds where nobody has set anything. */
const SETTINGS: SettingsOf<typeof walletSettings> = {
  grace_days: 7,
  reminder_days: 7,
  order_hours: 24,
};

export const walletOf = (context: PluginContext): Wallet => ({ context, readSettings: async () => SETTINGS });

/** A request as the person's own browser makes it. */
export const asking = ({ id, account }: Pick<Person, 'id' | 'account'>, isSuper = false): SignedRequest =>
  ({
    caller: { id, account, isSuper, permissions: new Set(), via: 'session', credential: '' },
    address: '203.0.113.7',
    userAgent: 'test',
    requestId: 'test',
  }) as never;

/** `done`, or the code of the refusal; `gone`: the process has ended on the way. Whatever else fails is thrown. */
export const outcome = (work: Promise<unknown>, gone?: { isGone(): boolean }): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      if (gone?.isGone()) return 'gone';
      throw error;
    },
  );

const PRICES = { A: '7', B: '1000001', C: '33333333' } as const;

/** Plans whose prices cannot be halved without a rest. */
export async function addPlans({ rows }: Pick<TestPlugin, 'rows'>): Promise<StoredPlan[]> {
  const plans: StoredPlan[] = [];
  for (const [name, price] of Object.entries(PRICES))
    plans.push((await rows(planResource).add({ name, price, days: 30, state: 'on' } as never)) as StoredPlan);
  return plans;
}

const PAGE = 100;

/** All of somebody's bill, the oldest line first. */
export async function billOf(
  { ledger }: Pick<PluginContext, 'ledger'>,
  account: string,
): Promise<BillLine[]> {
  const lines: BillLine[] = [];
  for (let page = 1; ; page += 1) {
    const { content } = await ledger.bill({ account, page, page_size: PAGE });
    lines.push(...content);
    if (content.length < PAGE) return lines.reverse();
  }
}
