/** Where a host is reached that plugins were granted, by its name in lower case. */
export type HostReplacements = ReadonlyMap<string, URL>;

const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/**
 * Reads `api.example.com=http://127.0.0.1:8081`, several separated by commas.
 * @returns undefined when one of them is no name of a host, or leads to what is no origin
 */
export function readHostReplacements(text: string): HostReplacements | undefined {
  const replacements = new Map<string, URL>();
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.trim().split('=');
    const url = URL.parse(rest.join('='));
    const host = name.trim().toLowerCase();
    if (!NAME.test(host) || url === null || !isOrigin(url)) return undefined;
    replacements.set(host, url);
  }
  return replacements;
}

function isOrigin({ protocol, pathname, search, hash, username, password }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && pathname === '/' && [search, hash, username, password].every((part) => part === '');
}
