export interface Credentials {
  file_name: string;
  password: string;
}

export interface ShareAddress {
  /**
   * Share name and password of the address `#/share_access?name=…&password=…`; undefined when one of them is missing.
   * May be called as often as one likes: the same address gives the same object, a link that is opened anew a new one.
   */
  read(): Credentials | undefined;
  /** The share name of the address; empty when it has none. */
  name(): string;
  /** Goes on with what somebody typed in the place of a link: the address names that share from then on. */
  take(given: Credentials): void;
}

/**
 * Reads the address and takes the password out of it, and out of the browser's history, at once. What was taken is
 * kept here, in memory, for as long as the address names the same share. A component must not keep it by itself:
 * React throws a first rendering away when something more urgent comes up and renders anew, and by then the password
 * is gone from the address.
 */
export function createShareAddress(
  place: Pick<Location, 'hash'>,
  past: Pick<History, 'replaceState' | 'state'>,
): ShareAddress {
  let taken: Credentials | undefined;
  const parts = () => {
    const [path = '', query = ''] = place.hash.split('?');
    return { path, params: new URLSearchParams(query) };
  };
  const rewrite = (path: string, params: URLSearchParams) =>
    past.replaceState(past.state, '', `${path}?${params}`);
  return {
    read() {
      const { path, params } = parts();
      const file_name = params.get('name') ?? '';
      const password = params.get('password');
      if (password === null) {
        if (file_name !== taken?.file_name) taken = undefined;
        return taken;
      }
      params.delete('password');
      rewrite(path, params);
      taken = file_name === '' || password === '' ? undefined : { file_name, password };
      return taken;
    },
    name: () => parts().params.get('name') ?? '',
    take(given) {
      const { path, params } = parts();
      params.delete('password');
      params.set('name', given.file_name);
      rewrite(path, params);
      taken = { ...given };
    },
  };
}
