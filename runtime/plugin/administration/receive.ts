import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { collectionPrefix, LOCALES, zManifest } from '@waypost/contract';
import type { RequestContext } from '@waypost/sdk';
import { checkRelease } from '@waypost/sdk/conformance/release';
import type { PluginRelease } from '@waypost/sdk/platform';
import { z } from 'zod';
import {
  type OpenedArchive,
  openArchive,
  packFolder,
  parseJson,
  refuseReservedId,
} from '../../package/index.ts';
import { type ReleaseDocument, releaseId, releaseName } from '../store/releases.ts';
import { pluginErrors } from './errors.ts';
import type { AdministrationOptions, Facts } from './facts.ts';

const zWords = z.record(z.string(), z.string());

/** Takes releases into the store. Nothing of them runs. */
export function createReceive(
  options: AdministrationOptions,
  facts: Facts,
  describe: (document: ReleaseDocument) => PluginRelease,
) {
  /** `qr-print` would own `qr_print_job` of `qr`. What `shop-extra` has is kept from `shop` by its longer name. */
  async function refuseOthersCollections(id: string): Promise<void> {
    const prefix = collectionPrefix(id);
    const other = (await facts.owned.all()).find(
      ({ _id: name, plugin }) => name.startsWith(prefix) && !collectionPrefix(plugin).startsWith(prefix),
    );
    if (other !== undefined)
      throw pluginErrors.taken.create({ plugin: id, owner: other.plugin, collection: other._id });
  }

  async function keep(
    bytes: Uint8Array,
    source: ReleaseDocument['source'],
    request: RequestContext | undefined,
  ): Promise<{ id: string; release: PluginRelease }> {
    const archive = await openArchive(bytes);
    const { manifest, sha256 } = archive;
    const { id, version } = manifest;
    if (facts.isInRegistry(id)) throw pluginErrors.inRegistry.create({ plugin: id });
    refuseReservedId(manifest);
    await refuseOthersCollections(id);
    const [fault, ...more] = checkRelease(archive.files);
    if (fault !== undefined)
      throw pluginErrors.breaksRules.create(
        { rule: fault.rule },
        { errors: [fault, ...more].map(({ path, message }) => ({ path, message })) },
      );
    const known = await facts.releases.all(id);
    const same = known.find((release) => release.sha256 === sha256);
    if (same !== undefined) return { id, release: describe(same) };
    // A version that changes its content would be a way around consent and signatures that people have seen.
    if (source === 'archive' && known.some((release) => release.version === version))
      throw pluginErrors.releaseDiffers.create({ version });
    const release = releaseName(version, sha256);
    const document: ReleaseDocument = {
      _id: releaseId(id, release),
      plugin: id,
      release,
      version,
      sha256,
      size: archive.size,
      source,
      key: archive.signature?.key ?? null,
      manifest,
      names: wordsIn(archive, archive.manifest.title),
      descriptions: wordsIn(archive, archive.manifest.description),
      create_time: options.clock.date(),
    };
    await facts.releases.keep(document, bytes);
    await facts.record('receive', id, request, {
      target: release,
      after: { version, sha256, source, signed_by: archive.signature?.keyId ?? null },
    });
    return { id, release: describe(document) };
  }

  async function folders(): Promise<
    { folder: string; id: string; version: string; release: string | null }[]
  > {
    const root = options.pluginDirectory;
    if (root === undefined) return [];
    const found: { folder: string; id: string; version: string; release: string | null }[] = [];
    const releases = await facts.releases.all();
    for (const folder of (await readdir(root)).sort()) {
      const file = Bun.file(join(root, folder, 'plugin.json'));
      if (!(await file.exists())) continue;
      const manifest = zManifest.safeParse(await file.json().catch(() => undefined));
      if (!manifest.success) continue;
      const { id, version } = manifest.data;
      const newest = releases.find((one) => one.plugin === id && one.version === version);
      found.push({ folder, id, version, release: newest?.release ?? null });
    }
    return found;
  }

  return {
    receive: (archive: Uint8Array, request?: RequestContext) => keep(archive, 'archive', request),
    folders,
    async receiveFolder(folder: string, request?: RequestContext) {
      const root = options.pluginDirectory;
      if (
        root === undefined ||
        folder !== basename(folder) ||
        !(await folders()).some((one) => one.folder === folder)
      )
        throw pluginErrors.noFolder.create({ folder });
      return keep(await packFolder(join(root, folder)), 'folder', request);
    },
  };
}

/** One of the plugin's texts by language: words that are missing or no words are no reason to refuse an archive here. */
function wordsIn({ files }: OpenedArchive, key: string | undefined): Record<string, string> {
  const texts: Record<string, string> = {};
  if (key === undefined) return texts;
  for (const locale of LOCALES) {
    const content = files.get(`locales/${locale}.json`);
    const words = content === undefined ? undefined : zWords.safeParse(parseJson(content));
    const name = words?.success === true ? words.data[key] : undefined;
    if (name !== undefined) texts[locale] = name;
  }
  return texts;
}
