import type { Migration } from '@waypost/sdk';
import { linkOf } from '../codes/link.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';

const CODES_AT_ONCE = 500;

/** Links that were published before they named a group: rules that are kept to groups hold for their codes from the start. */
export const linksOfGroups: Migration = {
  number: 1,
  name: 'links name the groups of their codes',
  isLarge: true,
  async up(context) {
    const model = context.model(codeResource);
    for (let after: string | undefined; ; ) {
      const filter = { group: { $gt: '' }, ...(after === undefined ? {} : { _id: { $gt: after } }) };
      const last = await context.transaction(async (session) => {
        const codes = await model.find(filter).sort({ _id: 1 }).limit(CODES_AT_ONCE).session(session).lean();
        await context.visits.publish(codes.map(linkOf), session);
        const behind = codes.length < CODES_AT_ONCE ? undefined : codes.at(-1);
        return behind && String(behind._id);
      });
      if (last === undefined) return;
      after = last;
    }
  },
};
