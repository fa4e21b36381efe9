import { newRow, type PluginContext } from '@waypost/sdk';
import { keepRows } from '../domains/keep-rows.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { hijackResource } from '../screens/no_hijack/resource.ts';
import type { StoredHijack } from './stored.ts';

const COPIED = ['name', 'shown', 'type', 'is_platform', 'owner'] as const;
type Held = Pick<StoredDomain, '_id' | (typeof COPIED)[number]>;
/** `holder` here is whose the domain is: a row of its own has no owner, because operators alone see it. */
const renamed = ({ owner, ...row }: Record<string, unknown>) => ({
  ...row,
  ...(owner === undefined ? {} : { holder: owner }),
});

/** Brings the rows in line with what is held: each name that is somebody's has one, and nothing else has. */
export async function keepHijacks(
  context: PluginContext,
  { hosts, spreadMs }: { hosts?: readonly string[]; spreadMs: number },
): Promise<void> {
  const model = context.model(hijackResource);
  await keepRows(
    context,
    {
      copied: COPIED,
      async read(filter, projection) {
        const rows = (await model
          .find(filter as never, renamed(projection) as never)
          .lean()) as unknown as (Omit<Held, 'owner'> & { holder: string })[];
        return rows.map(({ holder, ...row }): Held => ({ ...row, owner: holder }));
      },
      write: (writes) =>
        model.bulkWrite(writes.map(withHolder) as never, { ordered: false, timestamps: false }),
      first: (domain) => firstRow(context, domain, spreadMs),
    },
    hosts,
  );
}

/** What is copied under the name that it has in the domain. */
function withHolder(write: object): object {
  const { updateOne } = write as {
    updateOne?: { filter: object; update: { $set: Record<string, unknown> } };
  };
  if (updateOne === undefined) return write;
  return { updateOne: { ...updateOne, update: { $set: renamed(updateOne.update.$set) } } };
}

function firstRow(context: PluginContext, domain: Held, spreadMs: number): StoredHijack {
  const { _id, owner, ...fields } = domain;
  const next_check_time = new Date(context.clock.now() + spreadMs * context.random.number());
  return newRow(
    context,
    hijackResource,
    { ...fields, holder: String(owner), next_check_time },
    { _id: String(_id) },
  );
}
