import { z } from 'zod';
import type { Chain } from './chain.ts';
import { zFaults } from './faults.ts';
import type { Provider } from './provider.ts';

const zMoved = z.strictObject({
  contract: z.string().optional(),
  from: z.string(),
  to: z.string(),
  /** Smallest units. */
  value: z.string().regex(/^\d+$/),
});

/** What tests ask the chain to do, by name. */
export const CONTROLS = {
  /** One transaction, of one transfer or several; it waits for the next block. Answers its id. */
  transfer: z.strictObject({
    transfers: z.array(zMoved).min(1),
    is_failed: z.boolean().optional(),
    owner: z.string().optional(),
  }),
  /** Blocks are added; the first takes what waits. Answers the number of the newest. */
  mine: z.strictObject({ blocks: z.int().min(1).max(10_000) }),
  /** A contract comes to the chain. */
  token: z.strictObject({
    address: z.string(),
    symbol: z.string(),
    name: z.string(),
    decimals: z.int().min(0).max(255),
  }),
  reorganise: z.strictObject({
    depth: z.int().min(1),
    dropped: z.array(z.string()).optional(),
    is_deep: z.boolean().optional(),
    /** What was signed waits once more. */
    are_pooled: z.boolean().optional(),
  }),
  /** Milliseconds from block to block from now on. */
  pace: z.strictObject({ ms: z.int().min(1) }),
  /** TRX from nowhere, sun; it waits for the next block. Answers the id of its transaction. */
  grant: z.strictObject({ to: z.string(), sun: z.string().regex(/^\d+$/) }),
  /** Energy and bandwidth that somebody has staked for. */
  stake: z.strictObject({ of: z.string(), energy: z.int().min(0), bandwidth: z.int().min(0) }),
  /** How many wait at most, whether what waits goes on waiting, and what is taken out of the pool. Answers how many wait then. */
  pool: z.strictObject({
    most: z.int().min(0).nullable().optional(),
    is_stalled: z.boolean().optional(),
    forgets: z.union([z.literal('all'), z.array(z.string())]).optional(),
  }),
  /** What the chain charges from now on. */
  parameters: z.strictObject({
    getEnergyFee: z.int().optional(),
    getTransactionFee: z.int().optional(),
    getCreateAccountFee: z.int().optional(),
    getCreateNewAccountFeeInSystemContract: z.int().optional(),
  }),
  /** What somebody has: of the token and TRX, in smallest units. */
  balance: z.strictObject({ of: z.string(), contract: z.string().optional() }),
  /** All that somebody has signed and that stands on the chain, the oldest first. */
  signed: z.strictObject({ by: z.string() }),
  /** What a provider does wrong from now on; what is left out it does right. */
  faults: z.strictObject({ provider: z.int().min(0), faults: zFaults }),
  /** The chain's clock, milliseconds ahead of ours. */
  skew: z.strictObject({ ms: z.int() }),
  /** Paths that a provider was asked since the last time this was asked. */
  asked: z.strictObject({ provider: z.int().min(0) }),
  heads: z.strictObject({}),
} as const;

export type ControlName = keyof typeof CONTROLS;
export type ControlBody<N extends ControlName> = z.input<(typeof CONTROLS)[N]>;

/** Does what a test asks for. @throws Error for what it cannot do; ZodError for what is no such question */
export function control(chain: Chain, providers: readonly Provider[], name: string, body: unknown): unknown {
  const provider = (at: number): Provider => {
    const found = providers[at];
    if (found === undefined) throw new Error(`there are ${providers.length} providers`);
    return found;
  };
  switch (name) {
    case 'transfer': {
      const { transfers, is_failed = false, owner } = CONTROLS.transfer.parse(body);
      return chain.transfer(transfers, { isFailed: is_failed, ...(owner === undefined ? {} : { owner }) });
    }
    case 'mine':
      return chain.mine(CONTROLS.mine.parse(body).blocks).number;
    case 'token': {
      const token = CONTROLS.token.parse(body);
      chain.tokens.set(token.address, token);
      return null;
    }
    case 'reorganise': {
      const {
        depth,
        dropped = [],
        is_deep = false,
        are_pooled: arePooled = false,
      } = CONTROLS.reorganise.parse(body);
      chain.reorganise({ depth, dropped, isDeep: is_deep, arePooled });
      return null;
    }
    case 'pace':
      chain.blockMs = CONTROLS.pace.parse(body).ms;
      return null;
    case 'grant': {
      const { to, sun } = CONTROLS.grant.parse(body);
      return chain.grant(to, BigInt(sun));
    }
    case 'stake': {
      const { of, ...staked } = CONTROLS.stake.parse(body);
      chain.accounts.stake(of, staked);
      return null;
    }
    case 'pool': {
      const { most, is_stalled: isStalled, forgets } = CONTROLS.pool.parse(body);
      if (most !== undefined) chain.mostPooled = most ?? Number.POSITIVE_INFINITY;
      if (isStalled !== undefined) chain.isStalled = isStalled;
      if (forgets !== undefined) chain.forget(forgets === 'all' ? undefined : forgets);
      return chain.pool.length;
    }
    case 'parameters':
      Object.assign(chain.parameters, CONTROLS.parameters.parse(body));
      return null;
    case 'balance': {
      const { of, contract = chain.usdt.address } = CONTROLS.balance.parse(body);
      return { token: String(chain.accounts.token(contract, of)), trx: String(chain.accounts.trx(of)) };
    }
    case 'signed': {
      const { by } = CONTROLS.signed.parse(body);
      return [...chain.placed()].flatMap(({ transaction: { id, owner, asked, charged } }) =>
        owner !== by || asked === undefined
          ? []
          : [
              {
                id,
                to: asked.to,
                value: String(asked.value),
                contract: asked.contract,
                fee: charged?.fee ?? 0,
                result: charged?.result ?? '',
              },
            ],
      );
    }
    case 'faults': {
      const { provider: at, faults } = CONTROLS.faults.parse(body);
      provider(at).faults = faults;
      return null;
    }
    case 'skew':
      chain.skew = CONTROLS.skew.parse(body).ms;
      return null;
    case 'asked':
      return provider(CONTROLS.asked.parse(body).provider).asked.splice(0);
    case 'heads':
      return {
        head: chain.head.number,
        solid: chain.solid.number,
        timestamp: chain.head.timestamp,
        solid_id: chain.solid.id,
        solid_time: chain.solid.timestamp,
      };
    default:
      throw new Error(`no control is called ${name}`);
  }
}
