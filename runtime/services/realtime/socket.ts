/** What a channel needs of a WebSocket. */
export interface RealtimeSocket {
  send(text: string): void;
  /** Bytes that the reader has not taken yet. */
  buffered(): number;
  close(code: number, reason: string): void;
  /** Ends it without waiting for the reader. */
  terminate(): void;
}
