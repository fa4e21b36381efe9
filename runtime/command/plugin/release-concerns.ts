import type { PluginAdministration, PluginConcern } from '@waypost/sdk/platform';
import type { OpenedArchive } from '../../package/index.ts';
import { concernsOf } from '../../plugin/administration/concerns.ts';

const SENTENCES: Record<PluginConcern['code'], (concern: PluginConcern) => string> = {
  unsigned: ({ from, to }) => `${to} is not signed; ${from}, which is installed, is.`,
  other_key: ({ from, to }) => `${to} is signed with another key than ${from}, which is installed.`,
  older: ({ from, to }) => `${to} is older than ${from}, which is installed.`,
};

export const concernText = (concern: PluginConcern): string => SENTENCES[concern.code](concern);

/** How an archive compares with what is installed of its plugin. */
export async function compareWithInstalled(
  plugins: PluginAdministration,
  { manifest, signature }: Pick<OpenedArchive, 'manifest' | 'signature'>,
): Promise<{ concerns: PluginConcern[]; isNew: (capability: string) => boolean }> {
  const known = (await plugins.list()).find(({ id }) => id === manifest.id);
  if (known === undefined || known.release === null) return { concerns: [], isNew: () => false };
  const { releases, release, capabilities } = await plugins.details(manifest.id);
  const installed = releases.find((one) => one.release === release);
  const granted = new Set(capabilities.filter((one) => one.is_granted).map(({ name }) => name));
  return {
    concerns: concernsOf(installed, { version: manifest.version, key: signature?.key ?? null }),
    isNew: (capability) => !granted.has(capability),
  };
}
