import { errors } from '@waypost/contract';
import type { PluginContext, SiteMessage, SiteMessages } from '@waypost/sdk';
import { z } from 'zod';
import { tellPeople } from './notices.ts';
import { message } from './resource.ts';

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

/** Messages that plugins send to people: once for each occasion. */
export function siteMessages(context: PluginContext): SiteMessages {
  return {
    async tell(given) {
      const checked = zSiteMessage.safeParse(given);
      if (!checked.success) throw errors.invalidInput.create({}, { cause: checked.error });
      const { to, words, params, plain, occasion, screen } = checked.data;
      const roles = 'permission' in to ? await context.identity.rolesWith(to.permission) : undefined;
      return tellPeople(
        context,
        roles === undefined
          ? { _id: { $in: 'accounts' in to ? to.accounts : [] } }
          : { role: { $in: roles } },
        { notice: { kind: words, params }, written: { ...plain, occasion: `${words} ${occasion}` }, screen },
      );
    },
  };
}
