/** What a receiver gets in one transfer, approved by one person: exactly these fields are signed, as canonical JSON. */
export interface Approval {
  /** Id of the withdrawal. */
  withdrawal: string;
  /** Address on Tron, base58. */
  receiver: string;
  /** Millionths of a USDT, decimal. */
  amount: string;
  network: string;
  /** Of the token, base58. */
  contract: string;
  /** Id of the account that approves. */
  approver: string;
  /** ISO 8601, UTC. */
  approved_at: string;
}

/** An approval with what proves it: ECDSA over P-256 and SHA-256, made in the approver's browser. */
export interface SignedApproval extends Approval {
  /** The public key, an uncompressed point of 65 bytes, hex. */
  public_key: string;
  /** r and s, 64 bytes, hex. */
  signature: string;
}

/** Which key signs: that of an account, or (`index`) that of its deposit address m/44'/195'/0'/0/index. */
export interface SigningKey {
  key: string;
  index?: number | undefined;
}

export type SigningRequest = {
  /** Unsigned, protobuf raw data, hex: the signer reads it itself and believes nothing beside it. */
  raw_data_hex: string;
  from: SigningKey;
} & (
  | /** A transfer of the token to the approved receiver of the approved amount. */
  {
      purpose: 'payout';
      withdrawal: string;
      approvals: readonly SignedApproval[];
      /**
       * Id of the transaction that was signed for it last, whose expiration has passed on the solid chain without it. Nothing
       * else is signed in its place before an hour has passed after that, by the signer's own clock, and five times at most.
       */
      replaces?: string | undefined;
    }
  /** A transfer of the token from a deposit address to the collection address that is set in the signer. */
  | { purpose: 'collect'; run: string }
  /** TRX from an account to the deposit address `to` of a known key, up to the limits of a transfer, a run and a day. */
  | { purpose: 'fund'; run: string; to: SigningKey }
);

export interface SignedTransaction {
  txid: string;
  raw_data_hex: string;
  /** r, s and the recovery id, 65 bytes, hex. */
  signature: string;
  /** Milliseconds since 1970, as the raw data says it. */
  expiration: number;
}

export const KEY_KINDS = ['seed', 'private_key', 'xpub'] as const;
/** A seed of words, one private key, or only an extended public key, with which nothing is signed. */
export type KeyKind = (typeof KEY_KINDS)[number];

/** What is known of a key by everybody who may ask; never the key. */
export interface KeyFacts {
  id: string;
  kind: KeyKind;
  /** Address that payouts are made from: m/44'/195'/0'/0/0 of words, or that of the private key. */
  address: string;
  /** The same with `41` ahead, hex. */
  address_hex: string;
  /** Compressed, 33 bytes, hex. */
  public_key: string;
  /** Of m/44'/195'/0'; empty for a single private key. */
  xpub: string;
  /** ISO 8601. */
  create_time: string;
  /** ISO 8601; null: not removed. */
  remove_time: string | null;
}

/** Bounds that hold whatever the server asks for. Sums in millionths, decimal; set on the command line only. */
export interface SigningLimits {
  network: string;
  /** The token that is paid out, base58; empty: nothing is signed yet. */
  contract: string;
  /** Most of one payout, micro-USDT. */
  single: string;
  /** Most of all payouts within 24 hours, micro-USDT. */
  daily: string;
  /** Above it two different people approve, micro-USDT. */
  two_above: string;
  /** Highest `fee_limit` of a call of the token, sun. */
  fee_limit: string;
  /** Most TRX that one transfer to a deposit address carries, and all those of one run, sun. */
  fund_single: string;
  fund_run: string;
  /** Most TRX that goes to deposit addresses within 24 hours, sun. */
  fund_daily: string;
  /** Where deposits are collected, base58; empty: nothing is collected. */
  collect_to: string;
  /** Receivers that may be paid; empty: all that were approved. */
  receivers: readonly string[];
}

/** A public key that approvals are believed by. */
export interface TrustedApprover {
  approver: string;
  public_key: string;
  fingerprint: string;
  trusted_time: string;
}

/** One that was offered by a browser and that nobody has confirmed on the command line. */
export type OfferedApprover = Omit<TrustedApprover, 'trusted_time'> & { offered_time: string };

export type SignerStatus =
  | /** It runs, and may sign. */
  {
      state: 'open';
      /** Hash of the last line of what it did, hex. */
      head: string;
      keys: readonly KeyFacts[];
      limits: SigningLimits;
      trusted: readonly TrustedApprover[];
      offered: readonly OfferedApprover[];
      /** Public key that secrets are sealed to in the browser: X25519, base64url. */
      seal_to: string;
      /** When all that it knows came out of a backup last, ISO 8601; null: never. */
      restored_time: string | null;
      /** Since then nobody has confirmed on the command line what was paid after that backup: it signs no payout. */
      is_held: boolean;
    }
  /** It runs and signs nothing: the master key is another one, or what it did was changed. `reason` says which. */
  | { state: 'locked'; reason: 'master_key' | 'chain' | 'store' }
  /** No master key was given: it was not started. */
  | { state: 'no_master_key' }
  /** It should run, and does not answer. */
  | { state: 'away' };

/** Secrets come sealed from the browser to the signer's own key: the server hands on what it cannot read. */
export interface SealedSecret {
  v: 1;
  /** Public key made for this one secret, X25519, base64url. */
  epk: string;
  nonce: string;
  ct: string;
}

/** The process that alone can sign. @throws signerErrors for what it refuses */
export interface Signer {
  status(): Promise<SignerStatus>;
  /** A new seed of 24 words, shown to nobody. */
  makeKey(): Promise<KeyFacts>;
  /** Words, or a private key in hex, sealed in the browser. */
  importKey(secret: SealedSecret): Promise<KeyFacts>;
  /** An extended public key: its addresses are watched, nothing is signed. */
  importPublic(xpub: string): Promise<KeyFacts>;
  /** Nothing is signed with it from now on; it is kept, sealed. */
  removeKey(id: string): Promise<KeyFacts>;
  /**
   * A browser's new public key. It counts once the command line has confirmed it, or (`endorsed`) another key of the same person
   * that counts has signed it.
   */
  offerApprover(offer: {
    approver: string;
    public_key: string;
    endorsed?: { public_key: string; signature: string };
  }): Promise<OfferedApprover | TrustedApprover>;
  /**
   * Signs, or refuses. What is signed is on the disk before it is answered; the same request again is answered the same.
   * Errors: see `signerErrors`
   */
  sign(request: SigningRequest): Promise<SignedTransaction>;
}
