import {
  DOMAIN_NAMES,
  DOMAIN_NAMES_VERSIONS,
  type DomainName,
  type DomainNames,
  type PluginContext,
} from '@waypost/sdk';

/** Hosts of one question, as the service takes them. */
const AT_ONCE = 1_000;

/** Who says which names codes may be put on; undefined while that plugin is off. */
export function domainNames(context: PluginContext): DomainNames | undefined {
  return context.require<DomainNames>(DOMAIN_NAMES, DOMAIN_NAMES_VERSIONS);
}

/** Those of some hosts that an account may put codes on now, by host; none while nobody can tell. */
export async function namesAmong(
  context: PluginContext,
  owner: string,
  wanted: readonly string[],
): Promise<Map<string, DomainName>> {
  const names = domainNames(context);
  const hosts = [...new Set(wanted)].filter((host) => host !== '');
  const found = new Map<string, DomainName>();
  for (let at = 0; names !== undefined && at < hosts.length; at += AT_ONCE)
    for (const name of await names.among({ owner, hosts: hosts.slice(at, at + AT_ONCE) }))
      found.set(name.host, name);
  return found;
}
