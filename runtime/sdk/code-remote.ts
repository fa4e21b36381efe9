/** A code as its owner is told of it away from the screens. */
export interface RemoteCode {
  id: string;
  name: string;
  /** As people type it, with its scheme. */
  short_url: string;
  /** `frozen` and `unclaimed` ones cannot be switched. */
  status: 'on' | 'off' | 'frozen' | 'expired' | 'unclaimed';
  /** Its own switch, whatever else keeps visits from it. */
  state: 'on' | 'off';
  /** Its first target, empty where that has no name of its own, and how many there are. */
  target: string;
  targets: number;
  view_number: number;
}

/** Service of the plugin `qr`: what owners do with their codes away from the screens, such as in a chat. */
export interface CodeRemote {
  /** Null where the account has no such code, or it lies in the bin. */
  find(code: { owner: string; id: string }): Promise<RemoteCode | null>;
  /**
   * Switches a code on or off; safe to repeat. Whether its owner may do so by this way is for the caller to know, and to log.
   * @returns false where there is no such code, or it is frozen or unclaimed
   */
  turn(code: { owner: string; id: string; state: 'on' | 'off' }): Promise<boolean>;
  /** Its picture with its design, a PNG in base64; null as in `find`. */
  picture(code: { owner: string; id: string }): Promise<string | null>;
}

/** Name that `CodeRemote` is provided under. */
export const CODE_REMOTE = 'qr.code_remote';
