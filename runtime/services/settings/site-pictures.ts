import { createHash } from 'node:crypto';
import type { Clock, ShownFile, SitePicture, SitePictureKind } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { SettingDocument } from '../collections.ts';

const MAX_AGE_MS = 1_000;
/** Who asks for the logo while the store is away gets the product's own soon. */
const PATIENCE_MS = 1_000;
const KINDS = ['logo', 'icon'] as const;

export type Pictures = Partial<Record<SitePictureKind, SitePicture>>;

export interface SitePictures {
  /** At most a second old; what was known, or undefined, while the store cannot be asked. */
  read(kind: SitePictureKind): Promise<SitePicture | undefined>;
  /** As they stand in the store now. */
  readNow(): Promise<Pictures>;
  /** Shows a kept picture, or none: then the product's own is shown. */
  change(kind: SitePictureKind, picture: string | undefined): Promise<SitePicture | undefined>;
  /** Names of the kept pictures that are shown, as they stand in the store. */
  kept(): Promise<string[]>;
}

/** What a setting says of a picture: its name in the file service, or the PNG itself, as releases before the service kept it. */
type PictureValue = { picture: string } | { data: string };

/**
 * An operator's own logo and icon: files of the file service, named by the settings and held in memory, since every login page shows
 * them, also while a storage cannot be reached.
 */
export function createSitePictures(options: {
  collection: Collection<SettingDocument>;
  clock: Clock;
  findFile(address: string): Promise<ShownFile | undefined>;
}): SitePictures {
  const { collection, clock, findFile } = options;
  let known: { pictures: Pictures; at: number } | undefined;
  let reading: Promise<Pictures> | undefined;

  function readNow(): Promise<Pictures> {
    reading ??= load()
      .then((pictures) => {
        known = { pictures, at: clock.now() };
        return pictures;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  async function load(): Promise<Pictures> {
    const values = await readValues(collection);
    const pictures: Pictures = {};
    for (const kind of KINDS) {
      const value = values[kind];
      if (value === undefined) continue;
      const before = known?.pictures[kind];
      if ('data' in value) pictures[kind] = fromSetting(value.data);
      else if (before?.hash === hashOf(value.picture)) pictures[kind] = before;
      else {
        // A storage that cannot be reached is asked again with the next look; until then the product's own is shown.
        const file = await findFile(value.picture).catch(() => undefined);
        const body = await file?.body().catch(() => undefined);
        if (body !== undefined) pictures[kind] = { png: await body.bytes(), hash: hashOf(value.picture) };
      }
    }
    return pictures;
  }

  return {
    readNow: async () => {
      // What is being read at this moment may be as it was before.
      await reading?.catch(() => undefined);
      return readNow();
    },
    kept: async () =>
      Object.values(await readValues(collection)).flatMap((value) =>
        'picture' in value ? [value.picture] : [],
      ),
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
    change: async (kind, picture) => {
      const _id = idOf(kind);
      if (picture !== undefined) {
        const value: PictureValue = { picture };
        await collection.updateOne({ _id }, { $set: { value } }, { upsert: true });
      } else await collection.deleteOne({ _id });
      // What is being read at this moment may be as it was before.
      await reading?.catch(() => undefined);
      return (await readNow())[kind];
    },
  };
}

async function readValues(
  collection: Collection<SettingDocument>,
): Promise<Partial<Record<SitePictureKind, PictureValue>>> {
  const found = await collection.find({ _id: { $in: KINDS.map(idOf) } }).toArray();
  const values: Partial<Record<SitePictureKind, PictureValue>> = {};
  for (const kind of KINDS) {
    const value = found.find(({ _id }) => _id === idOf(kind))?.value as PictureValue | undefined;
    if (value !== undefined) values[kind] = value;
  }
  return values;
}

/** Names of kept pictures say what is seen. */
const hashOf = (picture: string): string => picture.slice(0, 16);

function fromSetting(data: string): SitePicture {
  const png = new Uint8Array(Buffer.from(data, 'base64'));
  return { png, hash: createHash('sha256').update(png).digest('hex').slice(0, 16) };
}

function idOf(kind: SitePictureKind): string {
  return `picture.${kind}`;
}
