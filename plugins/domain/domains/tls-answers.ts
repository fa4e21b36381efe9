import { AppError, CERTIFICATE_PATH, KNOWN_ANSWER_MAX_KEYS } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import { HELD_STATES } from './values.ts';

/**
 * Names for which a proxy may get a certificate: proved ones, and those of the platform through which visits come. Whether they
 * work says nothing here: without a certificate they do not.
 */
const SERVED = {
  state: { $in: HELD_STATES },
  $or: [{ is_platform: false }, { reach: { $ne: 'elsewhere' } }],
} as const;

/** Puts the whole set in the place of what was answered before, at each start: those that were proved first, where it is too large. */
export async function answerTls(context: PluginContext): Promise<void> {
  const names = await context
    .model(domainResource)
    .find(SERVED, { name: 1 })
    .sort({ proved_time: 1 })
    .limit(KNOWN_ANSWER_MAX_KEYS)
    .lean();
  if (names.length === KNOWN_ANSWER_MAX_KEYS)
    context.log.error(
      { most: KNOWN_ANSWER_MAX_KEYS },
      'proxies are told of no more domains than there is room for',
    );
  await context.answers.replace(CERTIFICATE_PATH, Object.fromEntries(names.map(({ name }) => [name, ''])));
}

/** Brings the answers about these names in line with the store, after they were changed. */
export async function settleTls(context: PluginContext, names: readonly string[]): Promise<void> {
  const found = await context
    .model(domainResource)
    .find({ name: { $in: names }, ...SERVED }, { name: 1 })
    .lean();
  const served = [...new Set(found.map(({ name }) => name))];
  const gone = names.filter((name) => !served.includes(name));
  if (gone.length > 0) await context.answers.remove(CERTIFICATE_PATH, gone);
  try {
    if (served.length > 0)
      await context.answers.put(CERTIFICATE_PATH, Object.fromEntries(served.map((name) => [name, ''])));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The name is proved all the same.
    context.log.error(
      { error, domains: served },
      'proxies are not told of a domain: there is no room for more',
    );
  }
}
