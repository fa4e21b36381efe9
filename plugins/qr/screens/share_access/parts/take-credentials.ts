export interface Credentials {
  file_name: string;
  password: string;
}

/**
 * Share name and password of the address `#/share_access?name=…&password=…`; the password is taken out of the address
 * and of the browser's history at once. Undefined when one of them is missing.
 */
export function takeCredentials(
  place: Pick<Location, 'hash'>,
  past: Pick<History, 'replaceState' | 'state'>,
): Credentials | undefined {
  const [path = '', query = ''] = place.hash.split('?');
  const params = new URLSearchParams(query);
  const file_name = params.get('name') ?? '';
  const password = params.get('password') ?? '';
  if (params.has('password')) {
    params.delete('password');
    past.replaceState(past.state, '', `${path}?${params}`);
  }
  return file_name === '' || password === '' ? undefined : { file_name, password };
}
