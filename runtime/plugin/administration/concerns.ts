import type { PluginConcern } from '@waypost/sdk/platform';

interface Weighed {
  version: string;
  /** Of the signature; null when there is none. */
  key: string | null;
}

/** What an administrator has to know before a release takes the place of another: less trust than before, or older. */
export function concernsOf(installed: Weighed | undefined, next: Weighed): PluginConcern[] {
  if (installed === undefined) return [];
  const between = { from: installed.version, to: next.version };
  const concerns: PluginConcern[] = [];
  if (installed.key !== null && next.key === null) concerns.push({ code: 'unsigned', ...between });
  if (installed.key !== null && next.key !== null && next.key !== installed.key)
    concerns.push({ code: 'other_key', ...between });
  if (Bun.semver.order(next.version, installed.version) < 0) concerns.push({ code: 'older', ...between });
  return concerns;
}
