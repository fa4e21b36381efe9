import {
  CODE_HOSTS,
  CODE_HOSTS_VERSIONS,
  type CodeHosts,
  type CodesOfHost,
  type PluginContext,
} from '@waypost/sdk';

/** Who knows what stands on hosts; undefined while the plugin of the codes is off. */
export const codeHosts = (context: PluginContext): CodeHosts | undefined =>
  context.require<CodeHosts>(CODE_HOSTS, CODE_HOSTS_VERSIONS);

/** How many codes stand on each of up to 1,000 hosts; undefined while nobody can say. */
export async function countCodes(
  context: PluginContext,
  hosts: readonly string[],
  owner?: string,
): Promise<Map<string, CodesOfHost> | undefined> {
  const service = codeHosts(context);
  if (service === undefined || hosts.length === 0) return undefined;
  const counted = await service.count({
    hosts: [...new Set(hosts)],
    ...(owner === undefined ? {} : { owner }),
  });
  return new Map(counted.map((one) => [one.host, one]));
}
