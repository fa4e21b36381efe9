/** Scheme and host, as `https://`. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Longest name taken from an address, so that it is read at a glance. */
const NAME_LENGTH = 60;

/** What the form of a new code begins with for an address that was pasted elsewhere: the target, and a name from it. */
export function beginWith(pasted: string | null): { name?: string; targets: [{ url: string }] } {
  const text = pasted?.trim() ?? '';
  if (text === '') return { targets: [{ url: '' }] };
  const url = SCHEME.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) return { targets: [{ url }] };
  const { host, pathname } = new URL(url);
  const name = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.slice(0, NAME_LENGTH);
  return { ...(name === '' ? {} : { name }), targets: [{ url }] };
}
