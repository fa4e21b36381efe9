/** Undoes a registration. Everything a plugin registers is undone when its scope ends. */
export type Disposer = () => void | Promise<void>;

/** Structured log: fields first, then a constant sentence. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Time comes in through the context so that tests decide it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  date(): Date;
}

/** Randomness comes in through the context so that tests decide it. */
export interface Random {
  bytes(length: number): Uint8Array;
  /** Uniform in [0, 1). */
  number(): number;
}
