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
  }),
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
      const { depth, dropped = [], is_deep = false } = CONTROLS.reorganise.parse(body);
      chain.reorganise({ depth, dropped, isDeep: is_deep });
      return null;
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
      return { head: chain.head.number, solid: chain.solid.number, timestamp: chain.head.timestamp };
    default:
      throw new Error(`no control is called ${name}`);
  }
}
