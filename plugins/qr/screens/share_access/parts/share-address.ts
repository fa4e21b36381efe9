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
  return {
    read() {
      const [path = '', query = ''] = place.hash.split('?');
      const params = new URLSearchParams(query);
      const file_name = params.get('name') ?? '';
      const password = params.get('password');
      if (password === null) {
        if (file_name !== taken?.file_name) taken = undefined;
        return taken;
      }
      params.delete('password');
      past.replaceState(past.state, '', `${path}?${params}`);
      taken = file_name === '' || password === '' ? undefined : { file_name, password };
      return taken;
    },
  };
}
