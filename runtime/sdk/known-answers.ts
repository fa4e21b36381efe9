/**
 * What is answered to a plain `GET` from the server's memory: no line of the plugin runs, and the store may be away. The
 * paths stand in plugin.json, `answers`, and each needs its grant, `answers:<path>`. Below `/.well-known/waypost/` everybody
 * is answered, on every host; below `/internal/` this machine only, and who has the token (docs/https.md). At `/internal/tls` the installation's own names are answered besides.
 * What is known is kept in the store: every process of the platform has it within a second, a restart without the store too.
 * Nothing of it is answered while the plugin is off.
 */
export interface KnownAnswers {
  /**
   * Adds answers, or replaces those of the same keys.
   * @param entries texts by key; a set of names is one with empty texts
   * Errors: `invalid_input` 422 for a key that cannot be one, a text of more than 4,096 characters, more than 100,000 keys of the
   * path or 16,777,216 letters of all paths, with what is there already;
   * TypeError for a path that plugin.json does not name or nobody has granted.
   */
  put(path: string, entries: Readonly<Record<string, string>>): Promise<void>;
  /** Forgets answers: asked for, they are 404. Errors: as `put`. */
  remove(path: string, keys: readonly string[]): Promise<void>;
  /** Makes these all that the path answers. Errors: as `put`. */
  replace(path: string, entries: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Whether `answer` is what this very installation says at `GET /.well-known/waypost/<nonce>` on a host: who asked it there
   * reached us, and no parked page or other server. The nonce must be the caller's own and new, 22 letters or more; white space
   * around the answer is passed over. Needs `answers:/.well-known/waypost/:nonce`.
   */
  isOwnSignature(asked: { host: string; nonce: string; answer: string }): Promise<boolean>;
}
