import type { PluginDetails, PluginOverview, PluginPreview, PluginRelease } from '@waypost/sdk/platform';
import type { Api, ApiAnswer } from '../api.ts';

const PART_BYTES = 512 * 1024;

/** The calls of the plugins screen, as a browser makes them. */
export function pluginsOf(api: Api) {
  async function upload(archive: Uint8Array): Promise<ApiAnswer<{ id: string; release: PluginRelease }>> {
    const begun = await api.call<{ upload: string }>('plugins/upload_begin', {
      name: 'shelf.waypost.tgz',
      size: archive.byteLength,
    });
    const { upload: id } = begun.content;
    for (let number = 0; number * PART_BYTES < archive.byteLength; number += 1) {
      const data = Buffer.from(archive.slice(number * PART_BYTES, (number + 1) * PART_BYTES)).toString(
        'base64',
      );
      await api.call('plugins/upload_part', { upload: id, number, data });
    }
    return api.call('plugins/upload_end', { upload: id });
  }
  return {
    upload,
    async install(
      archive: Uint8Array,
      wish: { granted?: string[]; trusted?: boolean; enable?: boolean; restore_data?: boolean } = {},
    ): Promise<PluginOverview> {
      const { id, release } = (await upload(archive)).content;
      const { content } = await api.call<PluginOverview>('plugins/choose', {
        id,
        release: release.release,
        granted: [],
        trusted: true,
        enable: true,
        ...wish,
      });
      return content;
    },
    one: async (id: string): Promise<PluginOverview> => {
      const { content } = (await api.call<{ content: PluginOverview[] }>('plugins/inquire')).content;
      const found = content.find((plugin) => plugin.id === id);
      if (found === undefined)
        throw new Error(`${id} is not in the list: ${content.map((plugin) => plugin.id)}`);
      return found;
    },
    details: async (id: string) => (await api.call<PluginDetails>('plugins/details', { id })).content,
    preview: async (id: string, change: unknown) =>
      (await api.call<PluginPreview>('plugins/preview', { id, change })).content,
  };
}
