/** Where a tab keeps what lets it go on after a reload; `sessionStorage` is one. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface KeptTokens {
  read(name: string): string | undefined;
  /** `token` undefined: it is worth nothing any more. */
  write(name: string, token: string | undefined): void;
}

const keyOf = (name: string) => `waypost.share.${name}`;

/**
 * Keeps the token of a shared page for its tab, so that a reload goes on without the password, which is kept nowhere. The
 * server ends a token ten minutes after its last use, when the sharing stops and when the password changes.
 * @param storage undefined where the browser keeps nothing for this page: a reload asks for the password then
 */
export function createKeptTokens(storage: TabStorage | undefined): KeptTokens {
  return {
    read: (name) => (name === '' ? undefined : (storage?.getItem(keyOf(name)) ?? undefined)),
    write(name, token) {
      if (token === undefined) storage?.removeItem(keyOf(name));
      else storage?.setItem(keyOf(name), token);
    },
  };
}
