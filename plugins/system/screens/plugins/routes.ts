import { errors, paging } from '@waypost/contract';
import type { PlatformContext, PluginOverview } from '@waypost/sdk/platform';
import * as calls from './calls.ts';
import { readAffected } from './read-affected.ts';
import { settingTexts } from './setting-texts.ts';
import { createUploads } from './uploads.ts';

/** Administration of plugins. Whatever changes something stands in the chained history of plugins. */
export function mountPlugins(context: PlatformContext): void {
  const { plugins } = context;
  const uploads = createUploads(context);
  context.menu(
    { route: 'plugins', parent: 'extensions', sort: 45, icon: 'apps', roles: ['administrator'] },
    calls.READ,
  );

  const overview = async (id: string): Promise<PluginOverview> => {
    const found = (await plugins.list()).find((one) => one.id === id);
    if (found === undefined) throw errors.notFound.create();
    return found;
  };

  context.call(calls.pluginsInquire, async () => {
    const content = await plugins.list();
    return { content, count: content.length };
  });
  context.call(calls.pluginDetails, ({ id }) => plugins.details(id));
  context.call(calls.pluginPreview, async ({ id, change }, request) => {
    const preview = await plugins.preview(id, change);
    const isEnd = change.kind === 'disable' || change.kind === 'remove';
    return { ...preview, affected: isEnd ? await readAffected(context, { id, preview }, request) : null };
  });
  context.call(calls.pluginSettings, async ({ id }, { translate }) => {
    if (calls.hasOwnPages(id)) return null;
    const view = await plugins.settings(id);
    return view && { ...view, texts: settingTexts(id, view, translate) };
  });
  context.call(calls.pluginChangeSettings, async ({ id, version, change }, request) => {
    if (calls.hasOwnPages(id)) throw errors.notFound.create();
    const view = await plugins.changeSettings(id, version, change, request);
    return { ...view, texts: settingTexts(id, view, request.translate) };
  });
  context.call(calls.pluginEnable, async ({ id }, request) => {
    await plugins.enable(id, request);
    return overview(id);
  });
  context.call(calls.pluginDisable, async ({ id, cascade }, request) => ({
    disabled: await plugins.disable(id, { cascade: cascade === true }, request),
  }));
  context.call(
    calls.pluginChoose,
    async ({ id, release, granted, trusted, enable, restore_data }, request) => {
      await plugins.choose(
        id,
        release,
        {
          granted,
          trusted: trusted === true,
          restoreData: restore_data === true,
          ...(enable === undefined ? {} : { enable }),
        },
        request,
      );
      return overview(id);
    },
  );
  context.call(calls.pluginRemove, async ({ id, confirm, collections, settings, cascade }, request) => {
    if (confirm !== id)
      throw errors.invalidInput.create(
        {},
        { errors: [{ path: 'confirm', message: 'error.system.confirm_plugin' }] },
      );
    return plugins.remove(id, { collections, settings, cascade: cascade === true }, request);
  });

  context.call(calls.uploadBegin, async ({ size }, { caller }) => ({
    upload: await uploads.begin(caller.id, size),
    part_bytes: calls.PART_BYTES,
  }));
  context.call(calls.uploadPart, async ({ upload, number, data }, { caller }) => ({
    received: await uploads.part(upload, caller.id, number, data),
  }));
  context.call(calls.uploadEnd, async ({ upload }, request) =>
    plugins.receive(await uploads.end(upload, request.caller.id), request),
  );
  context.call(calls.uploadCancel, async ({ upload }, { caller }) => {
    await uploads.cancel(upload, caller.id);
    return null;
  });
  context.call(calls.foldersInquire, async () => ({ content: await plugins.folders() }));
  context.call(calls.folderReceive, ({ folder }, request) => plugins.receiveFolder(folder, request));

  context.call(calls.pluginHealth, ({ id }) => plugins.health(id));
  context.call(calls.pluginRetry, async ({ id, part }, request) => {
    await plugins.retry(id, part, request);
    return plugins.health(id);
  });
  context.call(calls.historyInquire, async ({ kind = 'life', id, ...query }) => {
    const { page, page_size } = paging(query);
    return { ...(await plugins.history({ kind, id, page, page_size })), page, page_size };
  });
  context.call(calls.historyVerify, async () => ({ content: await plugins.verifyHistory() }));
  context.call(calls.contributionsInquire, async () => ({ content: await plugins.contributions() }));

  context.call(calls.archivesInquire, async () => ({ content: await plugins.archives() }));
  context.call(calls.archiveDownload, ({ id }) => plugins.archiveFile(id));
  context.call(calls.archiveRemove, async ({ id }, request) => {
    await plugins.removeArchive(id, request);
    return null;
  });
}
