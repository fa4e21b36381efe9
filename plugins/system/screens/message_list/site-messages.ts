import { errors } from '@waypost/contract';
import {
  type PluginContext,
  perPlugin,
  type ServicePerPlugin,
  type SiteMessage,
  type SiteMessages,
} from '@waypost/sdk';
import { z } from 'zod';
import { tellPeople } from './notices.ts';
import { message } from './resource.ts';
import { createSiteMessageRate } from './site-message-rate.ts';

const { title, content } = message.fields;

/** What other plugins hand over is looked at as what comes from outside. */
export const zSiteMessage = z.strictObject({
  to: z.union([
    z.strictObject({ accounts: z.array(z.string()).max(500) }),
    z.strictObject({ permission: z.string() }),
  ]),
  /** Words of the platform itself have no dot, and no plugin speaks in its name. */
  words: z.string().regex(/^(?!system\.)[a-z][a-z0-9-]*(\.[a-z0-9_]+)+$/),
  params: z.record(z.string(), z.string()),
  plain: z.strictObject({ title: title.schema, content: content.schema }),
  occasion: z.string().min(1).max(300),
  /** A screen of the back-office, never an address elsewhere. */
  screen: z
    .string()
    .max(300)
    .regex(/^[a-z][a-z0-9_]*(\?[!-~]*)?$/)
    .optional(),
}) satisfies z.ZodType<SiteMessage>;

/** Messages that plugins send to people: each with its own words, once for each of its occasions, and not without end. */
export function siteMessages(context: PluginContext): ServicePerPlugin<SiteMessages> {
  const rate = createSiteMessageRate(context.clock);
  return perPlugin((plugin) => ({
    async tell(given) {
      const { to, words, params, plain, occasion, screen } = checkedMessage(given, plugin);
      const giveBack = rate.take(plugin);
      const roles = 'permission' in to ? await context.identity.rolesWith(to.permission) : undefined;
      const told = await tellPeople(
        context,
        roles === undefined
          ? { _id: { $in: 'accounts' in to ? to.accounts : [] } }
          : { role: { $in: roles } },
        // The words begin with the plugin's id, and with them its occasions.
        {
          notice: { kind: words, params },
          written: { ...plain, occasion: `${words} ${occasion}` },
          screen,
          // Told to whoever may see to it: operators.
          isAlert: roles !== undefined,
        },
      );
      if (told === 0) giveBack();
      return told;
    },
  }));
}

/** Errors: `invalid_input` 422, at `words` for those of another plugin. */
function checkedMessage(given: unknown, plugin: string): z.output<typeof zSiteMessage> {
  const checked = zSiteMessage.safeParse(given);
  if (!checked.success) throw errors.invalidInput.create({}, { cause: checked.error });
  if (checked.data.words.startsWith(`${plugin}.`)) return checked.data;
  throw errors.invalidInput.create(
    {},
    { errors: [{ path: 'words', message: 'system.fault.foreign_words', params: { plugin } }] },
  );
}
