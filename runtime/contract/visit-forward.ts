import { z } from 'zod';
import { forwardLoop } from './forward-loop.ts';
import { forwardPattern, VISIT_FORWARD_MAX_PATH } from './forward-path.ts';
import { publishedTarget } from './target-url.ts';

/** Most rules of one host. */
export const VISIT_FORWARD_MAX_RULES = 100;
/** What a forward may be answered with: moved for good, for now, and both with the method kept. */
export const FORWARD_STATUSES = [301, 302, 307, 308] as const;
export type ForwardStatus = (typeof FORWARD_STATUSES)[number];

const objectId = z.string().regex(/^[0-9a-f]{24}$/);

/** One rule: of a host's, the first that meets the whole path is followed. */
export const visitForward = z.strictObject({
  /** Names it among the rules of its host, and its count with it: another name begins to count anew. */
  rule: z.string().regex(/^[0-9A-Za-z._-]{1,60}$/),
  /** `/old` is met with and without a slash at its end; `/old/*` is that and all below it. */
  path: z
    .string()
    .min(1)
    .max(VISIT_FORWARD_MAX_PATH)
    .refine((text) => forwardPattern(text) !== undefined, { message: 'forward_path' }),
  target: publishedTarget,
  status: z.literal(FORWARD_STATUSES),
  /** What is behind `/*` becomes more of the target's path. */
  keep_path: z.boolean(),
  /** Query parameters are handed on, but for those of our own and those that the target has. */
  keep_query: z.boolean(),
});
export type VisitForward = z.infer<typeof visitForward>;

/**
 * Where visitors of a host are led whose path no code answers. A host has them of one plugin, once; they are not looked at on hosts
 * of the installation's own, nor for names that the product serves everywhere (`/healthz`, `/robots.txt` and the like).
 */
export const visitForwards = z
  .strictObject({
    id: objectId,
    owner: objectId,
    plugin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    /** Lower case, ASCII, without a port. */
    host: z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/),
    rules: z.array(visitForward).min(1).max(VISIT_FORWARD_MAX_RULES),
  })
  .superRefine(({ host, rules }, checked) => {
    if (new Set(rules.map(({ rule }) => rule)).size < rules.length)
      checked.addIssue({ code: 'custom', path: ['rules'], message: 'forward_twice' });
    const at = forwardLoop(host, rules);
    if (at !== undefined)
      checked.addIssue({ code: 'custom', path: ['rules', at, 'target'], message: 'forward_loop' });
  });
export type VisitForwards = z.infer<typeof visitForwards>;
