import type { Migration } from '@waypost/sdk';
import { spelled } from '../codes/alike-codes.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';

const CODES_AT_ONCE = 1_000;

/** Codes that were made before they were kept in small letters as well: those alone are written, so that it goes on where it was cut off. */
export const smallCodes: Migration = {
  number: 4,
  name: 'short codes are kept in small letters as well',
  isLarge: true,
  async up(context) {
    const model = context.model(codeResource);
    for (let after: string | undefined; ; ) {
      const behind = after === undefined ? {} : { _id: { $gt: after } };
      const codes = await model
        .find({ ...behind, small_code: { $in: [null, ''] } }, { short_code: 1 })
        .sort({ _id: 1 })
        .limit(CODES_AT_ONCE)
        .lean();
      const last = codes.at(-1);
      if (last === undefined) return;
      await model.bulkWrite(
        codes.map(({ _id, short_code }) => ({
          updateOne: {
            filter: { _id },
            update: { $set: { small_code: spelled(String(short_code ?? '')).small_code } },
            timestamps: false,
          },
        })),
      );
      after = String(last._id);
    }
  },
};
