import type { PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { StoredDomain } from './stored.ts';
import { HELD_STATES } from './values.ts';

const PATH = '/internal/tls';

/**
 * Names for which a proxy may get a certificate: proved ones, and those of the platform through which visits come. Whether they
 * work says nothing here: without a certificate they do not.
 */
const SERVED = {
  state: { $in: HELD_STATES },
  $or: [{ is_platform: false }, { reach: { $ne: 'elsewhere' } }],
} as const;

/** Puts the whole set in the place of what was answered before, at each start. */
export async function answerTls(context: PluginContext): Promise<void> {
  const names = (await context
    .model(domainResource)
    .find(SERVED as never, { name: 1 })
    .lean()) as unknown as Pick<StoredDomain, 'name'>[];
  await context.answers.replace(PATH, Object.fromEntries(names.map(({ name }) => [name, ''])));
}

/** Brings the answers about these names in line with the store, after they were changed. */
export async function settleTls(context: PluginContext, names: readonly string[]): Promise<void> {
  const found = (await context
    .model(domainResource)
    .find({ name: { $in: names }, ...SERVED } as never, { name: 1 })
    .lean()) as unknown as Pick<StoredDomain, 'name'>[];
  const served = new Set(found.map(({ name }) => name));
  const gone = names.filter((name) => !served.has(name));
  if (served.size > 0)
    await context.answers.put(PATH, Object.fromEntries([...served].map((name) => [name, ''])));
  if (gone.length > 0) await context.answers.remove(PATH, gone);
}
