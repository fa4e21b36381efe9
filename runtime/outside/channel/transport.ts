/** The bytes under a peer. */
export interface Transport {
  write(bytes: Uint8Array): void;
  /** Bytes that the other side has not taken yet. */
  waiting(): number;
  /** Calls back once when few bytes wait. */
  whenDrained(callback: () => void): void;
  pause(): void;
  resume(): void;
  close(): void;
}
