import { type Manifest, zManifest } from '@waypost/contract';
import type { PluginSource } from '@waypost/sdk/platform';
import type { Connection, mongo } from 'mongoose';

export const PLUGIN_RELEASES = 'plugin_releases';
export const PLUGIN_RELEASE_CHUNKS = 'plugin_release_chunks';
/** Bytes of one chunk: well below what a document may have. */
const CHUNK_BYTES = 1_048_576;

export interface ReleaseDocument {
  /** `<plugin>@<release>` */
  _id: string;
  plugin: string;
  /** `<version>-<first 8 hex digits of sha256>` */
  release: string;
  version: string;
  sha256: string;
  size: number;
  source: Exclude<PluginSource, 'registry'>;
  /** Base64url public key that signed it. */
  key: string | null;
  manifest: Manifest;
  /** The plugin's name by locale. */
  names: Record<string, string>;
  /** What it is for, by locale; absent: from a version that did not ask. */
  descriptions?: Record<string, string>;
  create_time: Date;
}
interface ChunkDocument {
  /** `<plugin>@<release>#<number>` */
  _id: string;
  release: string;
  number: number;
  bytes: mongo.Binary;
}

export const releaseId = (plugin: string, release: string) => `${plugin}@${release}`;
/** Name of a release, and of its directory. */
export const releaseName = (version: string, sha256: string) => `${version}-${sha256.slice(0, 8)}`;

export type Releases = ReturnType<typeof releasesOf>;

/** Archives of plugins in the store, where every process of every machine finds them. */
export function releasesOf(connection: Connection) {
  const releases = connection.collection<ReleaseDocument>(PLUGIN_RELEASES);
  const chunks = connection.collection<ChunkDocument>(PLUGIN_RELEASE_CHUNKS);

  /** A manifest that this runtime cannot read any more counts as no release. */
  const readable = (document: ReleaseDocument): ReleaseDocument[] =>
    zManifest.safeParse(document.manifest).success ? [document] : [];

  return {
    async all(plugin?: string): Promise<ReleaseDocument[]> {
      const found = await releases
        .find(plugin === undefined ? {} : { plugin })
        .sort({ create_time: -1, _id: 1 })
        .toArray();
      return found.flatMap(readable);
    },
    async find(plugin: string, release: string): Promise<ReleaseDocument | undefined> {
      const found = await releases.findOne({ _id: releaseId(plugin, release) });
      return found === null ? undefined : readable(found)[0];
    },
    /** Keeps an archive; the document comes last, so that a release that is seen is whole. */
    async keep(document: ReleaseDocument, archive: Uint8Array): Promise<void> {
      await chunks.deleteMany({ release: document._id });
      for (let number = 0; number * CHUNK_BYTES < archive.byteLength; number += 1) {
        const bytes = Buffer.from(archive.slice(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES));
        await chunks.insertOne({
          _id: `${document._id}#${number}`,
          release: document._id,
          number,
          bytes: bytes as unknown as mongo.Binary,
        });
      }
      await releases.updateOne({ _id: document._id }, { $set: document }, { upsert: true });
    },
    async archive(plugin: string, release: string): Promise<Uint8Array> {
      const parts = await chunks
        .find({ release: releaseId(plugin, release) })
        .sort({ number: 1 })
        .toArray();
      return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => Buffer.from(bytes.value()))));
    },
    async remove(plugin: string, release?: string): Promise<void> {
      const ids =
        release === undefined
          ? (await releases.find({ plugin }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
          : [releaseId(plugin, release)];
      await releases.deleteMany({ _id: { $in: ids } });
      await chunks.deleteMany({ release: { $in: ids } });
    },
  };
}
