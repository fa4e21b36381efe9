import { createHash } from 'node:crypto';
import type { Clock, SitePicture, SitePictureKind } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { SettingDocument } from '../collections.ts';

const MAX_AGE_MS = 1_000;
/** Who asks for the logo while the store is away gets the product's own soon. */
const PATIENCE_MS = 1_000;
const KINDS = ['logo', 'icon'] as const;

type Pictures = Partial<Record<SitePictureKind, SitePicture>>;

export interface SitePictures {
  /** At most a second old; what was known, or undefined, while the store cannot be asked. */
  read(kind: SitePictureKind): Promise<SitePicture | undefined>;
  /** Keeps a PNG, or takes it away: then the product's own is shown. */
  change(kind: SitePictureKind, png: Uint8Array | undefined): Promise<SitePicture | undefined>;
}

/** An operator's own logo and icon, beside the settings, so that a backup of the store has them. */
export function createSitePictures(options: {
  collection: Collection<SettingDocument>;
  clock: Clock;
}): SitePictures {
  const { collection, clock } = options;
  let known: { pictures: Pictures; at: number } | undefined;
  let reading: Promise<Pictures> | undefined;

  function readNow(): Promise<Pictures> {
    reading ??= load(collection)
      .then((pictures) => {
        known = { pictures, at: clock.now() };
        return pictures;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return {
    read: async (kind) => {
      const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY;
      if (known && age >= 0 && age < MAX_AGE_MS) return known.pictures[kind];
      // The store is away: what is known still holds, and the product's own picture is better than none.
      const late = new Promise<Pictures>((resolve) =>
        setTimeout(() => resolve(known?.pictures ?? {}), PATIENCE_MS).unref(),
      );
      const pictures = await Promise.race([readNow().catch(() => known?.pictures ?? {}), late]);
      return pictures[kind];
    },
    change: async (kind, png) => {
      const _id = idOf(kind);
      if (png) {
        const value = { data: Buffer.from(png).toString('base64') };
        await collection.updateOne({ _id }, { $set: { value } }, { upsert: true });
      } else await collection.deleteOne({ _id });
      known = undefined;
      return (await readNow())[kind];
    },
  };
}

async function load(collection: Collection<SettingDocument>): Promise<Pictures> {
  const found = await collection.find({ _id: { $in: KINDS.map(idOf) } }).toArray();
  const pictures: Pictures = {};
  for (const kind of KINDS) {
    const value = found.find(({ _id }) => _id === idOf(kind))?.value as { data?: unknown } | undefined;
    if (typeof value?.data !== 'string') continue;
    const png = new Uint8Array(Buffer.from(value.data, 'base64'));
    pictures[kind] = { png, hash: createHash('sha256').update(png).digest('hex').slice(0, 16) };
  }
  return pictures;
}

function idOf(kind: SitePictureKind): string {
  return `picture.${kind}`;
}
