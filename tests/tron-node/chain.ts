import { Accounts, CHAIN_PARAMETERS, type ChainParameters, type Charged } from './accounts.ts';
import { addressWord, numberWord, sha256, TRANSFER_TOPIC, toHex } from './codec.ts';
import { type Asked, execute } from './execute.ts';

/** Blocks that a solid one lies behind the newest. */
const SOLID_LAG = 19;
/** Milliseconds from block to block. */
const BLOCK_MS = 3_000;
/** Where TRX of tests comes from. */
const FAUCET = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
const NOTHING: Charged = {
  result: 'SUCCESS',
  fee: 0,
  netFee: 0,
  netUsage: 0,
  energy: 0,
  energyStaked: 0,
  moved: [],
};

export interface Token {
  /** Base58. */
  address: string;
  symbol: string;
  name: string;
  decimals: number;
}

export interface Log {
  /** Without the first byte, as a node tells it. */
  address: string;
  topics: string[];
  data: string;
}

export interface Transaction {
  id: string;
  /** Base58, of the contract that was called. */
  contract: string;
  owner: string;
  isFailed: boolean;
  logs: Log[];
  /** What a failed one would have moved: only a provider that lies tells of it. */
  attempted: Log[];
  /** The signed bytes as they were broadcast; of what a test made there are none. */
  sent?: Record<string, unknown>;
  /** What it wants: executed anew in each block that it comes into. What a test made is what the test says. */
  asked?: Asked;
  /** What it has cost and moved beside its logs, once it stands in a block. */
  charged?: Charged;
}

export interface Block {
  number: number;
  id: string;
  parent: string;
  timestamp: number;
  transactions: Transaction[];
}

export interface Moved {
  contract?: string | undefined;
  from: string;
  to: string;
  /** Smallest units. */
  value: string;
}

/** One transaction with where it stands. */
export interface Placed {
  transaction: Transaction;
  block: Block;
}

/** A chain of blocks in memory: the newest may be taken back, the solid ones may not. */
export class Chain {
  readonly tokens = new Map<string, Token>();
  readonly blocks: Block[] = [];
  /** Waiting for the next block. */
  pool: Transaction[] = [];
  /** So many wait at most: more are told that the server is busy. */
  mostPooled = Number.POSITIVE_INFINITY;
  /** What waits goes on waiting. */
  isStalled = false;
  readonly accounts = new Accounts();
  parameters: ChainParameters = { ...CHAIN_PARAMETERS };
  /** Milliseconds from block to block: shorter where a test has no time to wait. */
  blockMs = BLOCK_MS;
  /** Milliseconds that the chain's clock is ahead of ours. */
  skew = 0;
  private readonly places = new Map<string, Placed>();
  private made = 0;
  private forks = 0;

  constructor(readonly usdt: Token) {
    this.tokens.set(usdt.address, usdt);
    this.mine(SOLID_LAG + 2);
  }

  get head(): Block {
    return this.blocks.at(-1) as Block;
  }

  get solid(): Block {
    return this.blocks[this.blocks.length - 1 - SOLID_LAG] as Block;
  }

  /** Adds blocks; the first has what was waiting. */
  mine(count = 1): Block {
    for (let added = 0; added < count; added += 1)
      this.append(added === 0 && !this.isStalled ? this.pool.splice(0) : []);
    return this.head;
  }

  /** TRX from nowhere, sun; it waits for the next block. */
  grant(to: string, amount: bigint): string {
    this.made += 1;
    const id = sha256(`trx/${this.made}/${to}/${amount}`);
    this.pool.push({
      id,
      contract: '',
      owner: FAUCET,
      isFailed: false,
      logs: [],
      attempted: [],
      charged: { ...NOTHING, moved: [{ from: FAUCET, to, amount }] },
    });
    return id;
  }

  /** Whether the block that a transaction names is on the chain. */
  isReferenceKnown({ reference: { bytes, hash } }: Pick<Asked, 'reference'>): boolean {
    return this.blocks.some(({ id }) => id.slice(12, 16) === bytes && id.slice(16, 32) === hash);
  }

  /** Puts a transaction of one or several transfers into the pool. @returns its id */
  transfer(
    moved: readonly Moved[],
    { isFailed = false, owner }: { isFailed?: boolean; owner?: string } = {},
  ) {
    this.made += 1;
    const [first] = moved;
    if (first === undefined) throw new Error('a transaction without a transfer');
    const id = sha256(`${this.usdt.address}/${this.made}/${JSON.stringify(moved)}`);
    this.pool.push({
      id,
      contract: first.contract ?? this.usdt.address,
      owner: owner ?? first.from,
      isFailed,
      // What fails leaves no logs.
      logs: isFailed ? [] : moved.map((one) => this.log(one)),
      attempted: isFailed ? moved.map((one) => this.log(one)) : [],
    });
    return id;
  }

  log({ contract = this.usdt.address, from, to, value }: Moved): Log {
    return {
      address: toHex(contract).slice(2),
      topics: [TRANSFER_TOPIC, addressWord(from), addressWord(to)],
      data: numberWord(BigInt(value)),
    };
  }

  find(id: string): Placed | undefined {
    return this.places.get(id);
  }

  isSolid({ block }: Placed): boolean {
    return block.number <= this.solid.number;
  }

  /**
   * Takes the newest blocks back and lays others in their place. Their transactions come again in the new ones, wait once more where
   * they `arePooled`, or, those in `dropped`, are gone. What was signed is executed anew.
   * @throws Error when a solid block would go, unless `isDeep`
   */
  reorganise({
    depth,
    dropped = [],
    isDeep = false,
    arePooled = false,
  }: {
    depth: number;
    dropped?: readonly string[];
    isDeep?: boolean;
    arePooled?: boolean;
  }): void {
    if (depth > SOLID_LAG && !isDeep) throw new Error(`only ${SOLID_LAG} blocks are not solid`);
    this.forks += 1;
    const gone = this.blocks.splice(-depth);
    const again = gone.flatMap(({ transactions }) => transactions).filter(({ id }) => !dropped.includes(id));
    for (const { transactions } of gone) for (const { id } of transactions) this.places.delete(id);
    this.recount();
    // They come later than before: the last of the new blocks has them.
    for (let laid = 1; laid < depth; laid += 1) this.append([]);
    // What a test made has no bytes that could wait.
    const isWaiting = ({ asked }: Transaction) => arePooled && asked !== undefined;
    this.pool.unshift(...again.filter(isWaiting));
    this.append(again.filter((one) => !isWaiting(one)));
  }

  /** Takes what waits away, as a node does that starts anew; those named, or all. */
  forget(ids?: readonly string[]): void {
    this.pool = ids === undefined ? [] : this.pool.filter(({ id }) => !ids.includes(id));
  }

  /** All that stands on the chain, the oldest first. */
  *placed(): Generator<Placed> {
    for (const block of this.blocks)
      for (const transaction of block.transactions) yield { transaction, block };
  }

  private append(transactions: Transaction[]): void {
    const before = this.blocks.at(-1);
    const number = (before?.number ?? 60_000_000) + 1;
    const { blockMs } = this;
    const now = Math.floor((Date.now() + this.skew) / blockMs) * blockMs;
    const timestamp =
      before === undefined
        ? now - (SOLID_LAG + 2) * BLOCK_MS
        : Math.max(before.timestamp + blockMs, Math.min(now, before.timestamp + BLOCK_MS * 20));
    const id = number.toString(16).padStart(16, '0') + sha256(`${this.forks}/${number}`).slice(16);
    const taken = transactions.filter((one) => this.take(one, timestamp));
    const block = { number, id, parent: before?.id ?? '0'.repeat(64), timestamp, transactions: taken };
    this.blocks.push(block);
    for (const transaction of taken) this.places.set(transaction.id, { transaction, block });
  }

  /** Executes a transaction. @returns false: it cannot stand in a block of this time, and is gone */
  private take(transaction: Transaction, time: number): boolean {
    const { asked } = transaction;
    if (asked !== undefined) {
      if (asked.expiration <= time || !this.isReferenceKnown(asked)) return false;
      const done = execute(this, asked, time);
      if ('code' in done) return false;
      transaction.isFailed = done.charged.result !== 'SUCCESS';
      const { owner: from, to, value, contract } = asked;
      transaction.charged = done.charged;
      transaction.logs = done.hasMoved ? [this.log({ contract, from, to, value: String(value) })] : [];
    }
    this.accounts.apply({ charged: NOTHING, ...transaction }, time);
    return true;
  }

  /** What everybody has after a block. */
  accountsAt(number: number): Accounts {
    const accounts = new Accounts();
    for (const { transaction, block } of this.placed())
      if (block.number <= number) accounts.apply({ charged: NOTHING, ...transaction }, block.timestamp);
    return accounts;
  }

  /** What everybody has, from all blocks that are left. */
  private recount(): void {
    this.accounts.clear();
    for (const { transaction, block } of this.placed())
      this.accounts.apply({ charged: NOTHING, ...transaction }, block.timestamp);
  }
}
