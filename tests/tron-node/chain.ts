import { addressWord, numberWord, sha256, TRANSFER_TOPIC, toHex } from './codec.ts';

/** Blocks that a solid one lies behind the newest. */
const SOLID_LAG = 19;
const BLOCK_MS = 3_000;

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
    for (let added = 0; added < count; added += 1) this.append(added === 0 ? this.pool.splice(0) : []);
    return this.head;
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
   * Takes the newest blocks back and lays others in their place. Their transactions come again in the new ones, or, those
   * in `dropped`, never.
   * @throws Error when a solid block would go, unless `isDeep`
   */
  reorganise({
    depth,
    dropped = [],
    isDeep = false,
  }: {
    depth: number;
    dropped?: readonly string[];
    isDeep?: boolean;
  }): void {
    if (depth > SOLID_LAG && !isDeep) throw new Error(`only ${SOLID_LAG} blocks are not solid`);
    this.forks += 1;
    const gone = this.blocks.splice(-depth);
    const again = gone.flatMap(({ transactions }) => transactions).filter(({ id }) => !dropped.includes(id));
    for (const { transactions } of gone) for (const { id } of transactions) this.places.delete(id);
    // They come later than before: the last of the new blocks has them.
    for (let laid = 1; laid < depth; laid += 1) this.append([]);
    this.append(again);
  }

  /** All that stands on the chain, the oldest first. */
  *placed(): Generator<Placed> {
    for (const block of this.blocks)
      for (const transaction of block.transactions) yield { transaction, block };
  }

  private append(transactions: Transaction[]): void {
    const before = this.blocks.at(-1);
    const number = (before?.number ?? 60_000_000) + 1;
    const now = Math.floor((Date.now() + this.skew) / BLOCK_MS) * BLOCK_MS;
    const timestamp =
      before === undefined
        ? now - (SOLID_LAG + 2) * BLOCK_MS
        : Math.max(before.timestamp + BLOCK_MS, Math.min(now, before.timestamp + BLOCK_MS * 20));
    const id = number.toString(16).padStart(16, '0') + sha256(`${this.forks}/${number}`).slice(16);
    const block = { number, id, parent: before?.id ?? '0'.repeat(64), timestamp, transactions };
    this.blocks.push(block);
    for (const transaction of transactions) this.places.set(transaction.id, { transaction, block });
  }
}
