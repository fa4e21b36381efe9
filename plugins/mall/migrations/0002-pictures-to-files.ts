import { type CollectionDeclaration, type Migration, pictureService } from '@waypost/sdk';

interface PictureDocument {
  _id: string;
  /** PNG in base64. */
  data: string;
  time: Date;
}

/** Pictures of the catalogue as they were kept before: in the store. */
const PICTURES: CollectionDeclaration<PictureDocument> = {
  name: 'picture',
  fields: { _id: String, data: String, time: Date },
  indexes: [{ keys: { time: 1, _id: 1 } }],
};

/** Pictures of the catalogue become files; their names, by which products know them, stay. */
export const picturesToFiles: Migration = {
  number: 2,
  name: 'pictures of the catalogue are files',
  isLarge: true,
  async up(context) {
    const pictures = context.collection(PICTURES);
    for (;;) {
      const picture = await pictures.findOne({}).sort({ _id: 1 }).lean();
      if (picture === null) return;
      // Kept first: a process that ends here keeps the same once more.
      await pictureService(context).adopt(picture._id, Buffer.from(picture.data, 'base64'));
      await pictures.deleteOne({ _id: picture._id });
    }
  },
};
