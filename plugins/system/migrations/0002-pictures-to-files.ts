import { createHash } from 'node:crypto';
import {
  type CollectionDeclaration,
  type Migration,
  newRow,
  redrawPicture,
  STORED_FILES,
  STORED_FILES_VERSIONS,
  type StoredFiles,
} from '@waypost/sdk';
import { NOBODY, objectName, sentAs, thumbnailOf } from '../files/files.ts';
import { THUMBNAIL_SIDE } from '../files/look-at-file.ts';
import { keepLocalPlace, LOCAL_PLACE_ID } from '../files/places.ts';
import { storedFile } from '../files/resource.ts';

interface PictureDocument {
  _id: string;
  /** PNG in base64. */
  data: string;
  time: Date;
}

/** Pictures of content as they were kept before: in the store. */
const PICTURES: CollectionDeclaration<PictureDocument> = {
  name: 'home_page_picture',
  fields: { _id: String, data: String, time: Date },
  indexes: [{ keys: { time: 1 } }],
};

/** Pictures of content become files of the local place; their names, by which contents know them, stay. */
export const picturesToFiles: Migration = {
  number: 2,
  name: 'pictures of content are files',
  isLarge: true,
  async up(context) {
    const pictures = context.collection(PICTURES);
    await keepLocalPlace(context);
    const store = context
      .require<StoredFiles>(STORED_FILES, STORED_FILES_VERSIONS)
      ?.open({ kind: 'local', path: '' });
    const rows = context.model(storedFile);
    for (;;) {
      const picture = await pictures.findOne({}).sort({ _id: 1 }).lean();
      if (picture === null) return;
      if (store === undefined) throw new Error('the runtime offers no places for files');
      const bytes = new Uint8Array(Buffer.from(picture.data, 'base64'));
      const small = (await redrawPicture(bytes, THUMBNAIL_SIDE)) ?? { png: bytes, width: 0, height: 0 };
      const row = newRow(
        context,
        storedFile,
        {
          name: `${picture._id.slice(0, 8)}.png`,
          kind: 'png',
          size: bytes.length,
          address: picture._id,
          place: LOCAL_PLACE_ID,
          state: 'kept',
          has_thumbnail: true,
          is_kept: false,
          used_time: picture.time,
          object: objectName({ base: picture._id, kind: 'png', name: '' }, 0),
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
        { owner: NOBODY },
      );
      // Written first: a process that ends here writes the same once more.
      await store.put(thumbnailOf(row.object), small.png, sentAs(row));
      await store.put(row.object, bytes, sentAs(row));
      if (!(await rows.exists({ address: picture._id }))) await rows.create([row]);
      await pictures.deleteOne({ _id: picture._id });
    }
  },
};
