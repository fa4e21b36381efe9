/** A connection to the store that answers whoever writes to it: the plugin's commands come checked. */
export interface Upstream {
  /** The driver has said who it is on this connection: MongoDB takes that once only. */
  readonly isGreeted: boolean;
  write(bytes: Uint8Array): void;
  waiting(): number;
  pause(): void;
  resume(): void;
  close(): void;
}

export interface UpstreamEvents {
  data(bytes: Uint8Array): void;
  closed(): void;
  drained(): void;
}

export type OpenUpstream = (events: UpstreamEvents) => Promise<Upstream>;

/** How to come to the store, for all plugins of this process. */
export interface StoreWay {
  open: OpenUpstream;
  /** Whether it is the embedded store. */
  isEmbedded: boolean;
  close(): Promise<void>;
}
