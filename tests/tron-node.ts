import { join } from 'node:path';
import { firstLine } from './first-line.ts';
import type { ControlBody, ControlName } from './tron-node/control.ts';

/** The contract of USDT on every fake chain: that of the test network Nile. */
export const FAKE_USDT = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** Of words that everybody knows: nobody puts money there. */
export const TEST_XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
/** Somebody who pays. */
export const PAYER = 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6';

export interface TronNode {
  /** Addresses of those who tell of the chain, each with faults of its own. */
  providers: string[];
  /** Has the chain do something; what it answers is in `tron-node/control.ts`. */
  control<N extends ControlName>(name: N, body: ControlBody<N>): Promise<unknown>;
  /** A transaction of one transfer of USDT, in a block of its own that is not solid yet. @returns its id */
  pay(paid: { from: string; to: string; value: string; contract?: string }): Promise<string>;
  /** Adds so many blocks that everything before is solid. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a chain that works as Tron does, for tests, in a process of its own: `/v1` as TronGrid answers it, `/wallet` and
 * `/walletsolidity` as a full node does. Blocks come when a test says so.
 * @param place.host of loopback; default 127.0.0.1
 */
export async function startTronNode({
  host = '127.0.0.1',
  providers = 1,
}: {
  host?: string;
  providers?: number;
} = {}): Promise<TronNode> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'tron-node/main.ts'), host, String(providers)],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  );
  const places = await firstLine<{ providers: string[]; control: string }>(child.stdout, 'the fake chain');
  const control: TronNode['control'] = async (name, body) => {
    const response = await fetch(`${places.control}/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const { answer, error } = (await response.json()) as { answer?: unknown; error?: string };
    if (error !== undefined) throw new Error(`${name}: ${error}`);
    return answer;
  };
  return {
    providers: places.providers,
    control,
    async pay(paid) {
      const id = String(await control('transfer', { transfers: [paid] }));
      await control('mine', { blocks: 1 });
      return id;
    },
    settle: async () => void (await control('mine', { blocks: 20 })),
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
