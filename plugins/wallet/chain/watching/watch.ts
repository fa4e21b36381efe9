import type { PluginContext, Session } from '@waypost/sdk';
import type { PayConfig } from '../config/pay-config.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { Provider } from '../providers/ask-provider.ts';
import type { ProviderPool } from '../providers/provider-pool.ts';
import type { Heads } from '../reading/information.ts';

/** What becomes of orders when something came for them. */
export interface OrderSteps {
  /**
   * Brings the order in line with its deposit, which has just been written, within the same transaction. What came is on the
   * owner's balance by then.
   */
  apply(deposit: Deposit, session: Session): Promise<void>;
  /** Tells whoever looks at the order: after the transaction, and as often as one likes. */
  tell(order: string): Promise<void>;
}

/** All that a look at an address rests on. */
export interface Watch {
  context: PluginContext;
  pool: ProviderPool;
  providers: readonly Provider[];
  config: PayConfig;
  steps: OrderSteps;
  /** What each provider said last of its newest blocks, by its id: what is solid stays so. */
  heads: Map<string, Heads>;
}
