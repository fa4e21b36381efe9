import type { Session } from '@waypost/sdk';

/** A transaction that another process runs, by the names that the store knows it by. */
export interface TransactionName {
  /** `lsid`, 32 hexadecimal digits. */
  id: string;
  number: number;
}

export interface JoinedTransaction {
  /** Writes with it belong to the other process's transaction, which alone commits it. */
  session: Session;
  /** The other process has committed it; resolves when its watchers have seen it. */
  committed(): Promise<void>;
  /** It is over, committed or not. */
  end(): Promise<void>;
}
