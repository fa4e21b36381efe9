import { z } from 'zod';
import { normalizeAppAddress, targetApps } from './app-address.ts';
import { codeOf } from './code-of.ts';
import {
  AccessMode,
  JumpType,
  RotationModel,
  SHORT_CODE_PATTERN,
  VisitRestriction,
  YesNo,
} from './constants.ts';
import { publishedTarget } from './target-url.ts';
import { visitContact, visitPage, visitPicture } from './visit-content.ts';
import { zVisitRules } from './visit-rule.ts';

/** Most targets of one link. */
export const VISIT_LINK_MAX_TARGETS = 100;
/** Longest name of a link, characters. */
export const VISIT_LINK_MAX_NAME = 100;
/** Largest weight and threshold: what an unsigned 32 bit column holds. */
export const VISIT_TARGET_MAX_NUMBER = 4_294_967_295;
/** What a link answers: its target, or the page for that state (docs/product.md, "What a visit gets"). */
export const VISIT_LINK_STATES = ['on', 'removed', 'expired', 'frozen', 'off', 'unclaimed'] as const;
export type VisitLinkState = (typeof VISIT_LINK_STATES)[number];

const count = z.number().int().min(0).max(VISIT_TARGET_MAX_NUMBER);
const objectId = z.string().regex(/^[0-9a-f]{24}$/);

const turn = {
  /** Share in rotation model 2; a weight of 0 is never drawn while another target has one. */
  weight: count,
  /** Visits that rotation model 1 sends here before it moves on. */
  threshold: count,
};

/** Where a visit leads: an address, or what is shown in its place. */
export const visitTarget = z.union([
  z.strictObject({
    url: publishedTarget,
    /** Tried first on the page of jump types 1-5, where the visitor's system has such an app. */
    apps: targetApps.optional(),
    ...turn,
  }),
  /** Needs the capability `visits:pages` beside `visits:publish`. */
  z.strictObject({ page: visitPage, ...turn }),
  /** Shown large, to be pressed and held. */
  z.strictObject({ picture: visitPicture, ...turn }),
  z.strictObject({ contact: visitContact, ...turn }),
  /** One of the items of a pool (visit-pool.ts) of the same owner and plugin; without it visits are told that the link is paused. */
  z.strictObject({ pool: objectId, ...turn }),
]);
export type VisitTarget = z.infer<typeof visitTarget>;

/** Most hosts behind the first one: entry and landing. */
export const VISIT_CHAIN_MAX_HOSTS = 2;
/** Most further hosts that a code was printed with. */
export const VISIT_LINK_MAX_PRINTED = 20;

const HOST = '[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?';
const hostName = z.string().regex(new RegExp(`^${HOST}$`));

/** One link as the visit path answers it. The plugin that owns it publishes it; `id` is the code's own id. */
const wholeLink = z.strictObject({
  id: objectId,
  owner: objectId,
  /** Id of the publishing plugin: its links answer 404 while it is disabled. */
  plugin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /** Host name in lower case ASCII without a port; empty: the platform's own addresses. */
  host: z.string().regex(new RegExp(`^(?:${HOST})?$`)),
  /** Hosts that a visit passes behind `host`, in their order; the last of them answers and counts. Absent: `host` does. */
  chain: z.array(hostName).max(VISIT_CHAIN_MAX_HOSTS).optional(),
  /** Further hosts that the code was printed with: it goes on answering there, by the same chain. Empty text: the platform's own. */
  printed: z
    .array(z.union([z.literal(''), hostName]))
    .max(VISIT_LINK_MAX_PRINTED)
    .optional(),
  code: z.string().regex(SHORT_CODE_PATTERN),
  /** What its owner calls it, for pages that operators have written for its jump type; absent: they tell the code. */
  name: z.string().max(VISIT_LINK_MAX_NAME).optional(),
  /** The group of its owner's that it is in: rules of a shield may be kept to groups. Absent: none. */
  group: objectId.optional(),
  state: z.enum(VISIT_LINK_STATES),
  /** ISO time from which the link answers 410; absent: never. */
  expires_at: z.iso.datetime({ offset: true }).optional(),
  /** Counted visits after which it has expired; absent: never. Those of the seconds before it is published may come on top. */
  expires_after: z.number().int().min(1).max(VISIT_TARGET_MAX_NUMBER).optional(),
  /** Where visits are led once it has expired, by date or by visits; absent: they get 410. */
  expired_target: publishedTarget.optional(),
  targets: z.array(visitTarget).min(1).max(VISIT_LINK_MAX_TARGETS),
  /** Whether query parameters of a visit are handed on to the target; absent: no. What the target's address has stays. */
  forward_query: z.boolean().optional(),
  /** Whether it answers however its code is written, in capitals or not; the code itself is in small letters then. Absent: no. */
  ignore_case: z.boolean().optional(),
  rotation_model: codeOf(RotationModel),
  jump_type: codeOf(JumpType),
  access_mode: codeOf(AccessMode),
  visit_restriction: codeOf(VisitRestriction),
  open_log: codeOf(YesNo),
  /** Hash of the password that visitors are asked for before they are led on, as `context.passwords.hash` makes it; absent: none. */
  password_hash: z
    .string()
    .regex(/^\$argon2id\$[\x21-\x7e]{20,300}$/)
    .optional(),
  /** Looked at in their order before a target is chosen; absent: none. */
  rules: zVisitRules.optional(),
});
/** What the addresses of apps of one link may have together as they are sent, characters: fifty targets with two of the longest. */
const VISIT_LINK_APPS_MAX_LENGTH = 50_000;
const lengthOfApps = (targets: readonly VisitTarget[]): number =>
  targets.reduce((sum, target) => {
    const { ios = '', android = '' } = ('apps' in target && target.apps) || {};
    return [ios, android].reduce((of, app) => of + (normalizeAppAddress(app) ?? app).length, sum);
  }, 0);

/** No host stands twice in it, so that no visit comes by the same place again. */
export const visitLink = wholeLink
  .refine(({ targets }) => lengthOfApps(targets) <= VISIT_LINK_APPS_MAX_LENGTH, {
    path: ['targets'],
    message: 'visit_apps_too_long',
  })
  .refine(
    ({ host, chain = [], printed = [] }) =>
      new Set([host, ...chain, ...printed]).size === 1 + chain.length + printed.length,
    { path: ['chain'], message: 'visit_host_twice' },
  )
  .refine(({ code, ignore_case }) => ignore_case !== true || code === code.toLowerCase(), {
    path: ['code'],
    message: 'visit_code_case',
  });
export type VisitLink = z.infer<typeof visitLink>;

/**
 * What stays of a link whose code is gone for good: its address, which leads nowhere and nobody else gets. `printed`: the further
 * hosts on which it stays; left out, it stays where it stands.
 */
export const retiredLink = wholeLink.pick({
  id: true,
  owner: true,
  plugin: true,
  host: true,
  code: true,
  printed: true,
});
export type RetiredLink = z.infer<typeof retiredLink>;
