import { toBase58 } from './codec.ts';

/** Bytes that every account sends a day for nothing. */
export const FREE_BANDWIDTH = 600;
const RECOVERS_MS = 24 * 60 * 60 * 1_000;

/** What the chain charges, by the names that a node has for it. Sun; of energy and bandwidth a unit of it. */
export const CHAIN_PARAMETERS = {
  getMaintenanceTimeInterval: 21_600_000,
  getCreateAccountFee: 100_000,
  getTransactionFee: 1_000,
  getEnergyFee: 100,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getFreeNetLimit: FREE_BANDWIDTH,
  getMaxFeeLimit: 15_000_000_000,
};
export type ChainParameters = typeof CHAIN_PARAMETERS;

/** TRX that goes from one to another, sun. */
export interface MovedTrx {
  from: string;
  to: string;
  amount: bigint;
}

/** What a transaction has changed beside its logs, once it stands in a block. */
export interface Charged {
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  /** All that was burned, and of it what for bandwidth; sun. */
  fee: number;
  netFee: number;
  /** Bytes of the free or staked bandwidth. */
  netUsage: number;
  energy: number;
  /** Of it what staked energy has paid. */
  energyStaked: number;
  moved: MovedTrx[];
}

interface Account {
  trx: bigint;
  created: number;
  net: Used;
  energy: Used;
  /** Energy and bandwidth that were staked for. */
  staked: { energy: number; bandwidth: number };
}
interface Used {
  amount: number;
  at: number;
}

/** What was used recovers evenly within a day. */
const usedAt = ({ amount, at }: Used, time: number): number =>
  Math.max(0, Math.ceil(amount * (1 - Math.max(0, time - at) / RECOVERS_MS)));

/** Who has how much TRX, tokens, bandwidth and energy, as of the newest block. */
export class Accounts {
  private readonly known = new Map<string, Account>();
  private readonly tokens = new Map<string, bigint>();
  private readonly stakes = new Map<string, Account['staked']>();

  has(address: string): boolean {
    return this.known.has(address);
  }

  find(address: string): Account | undefined {
    return this.known.get(address);
  }

  trx(address: string): bigint {
    return this.known.get(address)?.trx ?? 0n;
  }

  token(contract: string, address: string): bigint {
    return this.tokens.get(`${contract}/${address}`) ?? 0n;
  }

  stake(address: string, staked: Account['staked']): void {
    this.stakes.set(address, staked);
    const found = this.known.get(address);
    if (found !== undefined) found.staked = staked;
  }

  /** What is left at a time of bandwidth and energy that cost nothing. */
  resources(address: string, time: number) {
    const found = this.known.get(address);
    const { energy, bandwidth } = found?.staked ?? { energy: 0, bandwidth: 0 };
    const net = found === undefined ? 0 : usedAt(found.net, time);
    const used = found === undefined ? 0 : usedAt(found.energy, time);
    return {
      freeNetUsed: Math.min(net, FREE_BANDWIDTH),
      net: FREE_BANDWIDTH + bandwidth - net,
      energyUsed: used,
      energyLimit: energy,
      energy: Math.max(0, energy - used),
      bandwidth,
    };
  }

  /** Writes what a transaction of a block has done. */
  apply(
    { owner, charged, logs }: { owner: string; charged: Charged; logs: readonly AppliedLog[] },
    time: number,
  ): void {
    for (const { from, to, amount } of charged.moved) {
      this.add(from, -amount, time);
      this.add(to, amount, time);
    }
    for (const { address, topics, data } of logs) {
      const contract = toBase58(`41${address}`);
      const [from, to] = [toBase58(`41${topics[1]?.slice(24)}`), toBase58(`41${topics[2]?.slice(24)}`)];
      this.addToken(contract, from, -BigInt(`0x${data}`));
      this.addToken(contract, to, BigInt(`0x${data}`));
    }
    const found = this.known.get(owner);
    if (found === undefined) return;
    found.trx -= BigInt(charged.fee);
    found.net = { amount: usedAt(found.net, time) + charged.netUsage, at: time };
    found.energy = { amount: usedAt(found.energy, time) + charged.energyStaked, at: time };
  }

  /** Nothing has happened yet. */
  clear(): void {
    this.known.clear();
    this.tokens.clear();
  }

  private add(address: string, amount: bigint, time: number): void {
    const found = this.known.get(address);
    if (found !== undefined) found.trx += amount;
    else
      this.known.set(address, {
        trx: amount,
        created: time,
        net: { amount: 0, at: time },
        energy: { amount: 0, at: time },
        staked: this.stakes.get(address) ?? { energy: 0, bandwidth: 0 },
      });
  }

  private addToken(contract: string, address: string, amount: bigint): void {
    const place = `${contract}/${address}`;
    this.tokens.set(place, (this.tokens.get(place) ?? 0n) + amount);
  }
}

interface AppliedLog {
  address: string;
  topics: string[];
  data: string;
}
